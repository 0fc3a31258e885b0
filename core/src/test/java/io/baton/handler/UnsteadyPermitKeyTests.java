package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.JobHandler;
import io.baton.RequiresPermit;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnsteadyPermitKeyTests {

    static class Readers {

        @JobHandler("file.random")
        @RequiresPermit(value = "folder", key = "T(java.lang.System).nanoTime()")
        void random(String folder) {}
    }

    private static Handler handler(Scan scan, String type) {
        return scan.registry.find(type).orElseThrow();
    }

    @Test
    void a_key_that_differs_each_time_does_not_loop_for_ever() {
        try (Scan scan = Scan.of(Readers.class)) {
            Handler handler = handler(scan, "file.random");
            List<String> many = IntStream.range(0, 22)
                    .mapToObj(number -> "folder:" + number)
                    .toList();
            assertThatThrownBy(() -> handler.permitsBeyond(Set.copyOf(many), "a"))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContainingAll("Readers.random(String)", "23", "another value");
            assertThat(handler.permitsBeyond(Set.copyOf(many.subList(0, 21)), "a"))
                    .hasSize(22);
        }
    }
}
