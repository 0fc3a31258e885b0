package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Job;
import io.baton.JobHandler;
import io.baton.start.StartRefusedException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A text or a number says nothing of what is to be done with it, so the handler has to. */
class PlainPayloadTests {

    @SuppressWarnings("UnusedVariable")
    static class Named {

        @JobHandler("greet")
        void greet(String name) {}

        @JobHandler("count")
        void count(long number) {}

        @JobHandler("many")
        void many(List<Integer> numbers) {}

        @JobHandler("jobs")
        void jobs(List<Job<String>> names) {}
    }

    @SuppressWarnings("UnusedVariable")
    static class Nameless {

        @JobHandler
        void greet(String name) {}
    }

    @Test
    void a_named_handler_takes_it() {
        try (Scan scan = Scan.of(Named.class)) {
            assertThat(scan.handler("greet").readPayload("\"Ada\"")).isEqualTo("Ada");
            assertThat(scan.handler("count").readPayload("7")).isEqualTo(7L);
            assertThat(scan.handler("many").readPayload("7")).isEqualTo(7);
            assertThat(scan.handler("jobs").readPayload("\"Ada\"")).isEqualTo("Ada");
        }
    }

    @Test
    void a_nameless_one_is_told_to_name_its_type() {
        assertThatThrownBy(() -> Scan.of(Nameless.class))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("gives the job no name")
                .extracting(failure -> ((StartRefusedException) failure).action())
                .asString()
                .contains("@JobHandler(\"..\") names the type");
    }
}
