package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobHandler;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import io.baton.start.StartRefusedException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandlerPermitsTests {

    @RequiresPermit("common")
    record Push(String tenant) {}

    record Plain() {}

    static class Pushing {

        @JobHandler
        @RateLimited("${limit.rate}")
        @RequiresPermit(value = "tenant", key = "tenant")
        void push(Push push) {}

        @JobHandler
        void plain(Plain plain) {}
    }

    static class Unreadable {

        @JobHandler
        @RequiresPermit(value = "tenant", key = "(")
        void push(Push push) {}
    }

    private static final Push PUSH = new Push("acme");

    @Test
    void a_handler_asks_for_its_permits_and_those_of_its_payload() {
        try (Scan scan = Scan.of(Map.of("limit.rate", "api"), Pushing.class)) {
            assertThat(scan.types.permits("push", PUSH)).containsExactlyInAnyOrder("common", "tenant:acme", "~api");
            assertThat(scan.types.requiredLimits())
                    .containsOnlyKeys("common", "tenant", "~api")
                    .containsValue("push");
            assertThat(scan.types.permits("plain", new Plain())).isEmpty();
        }
    }

    @Test
    void a_job_lacking_some_waits_for_all_in_the_common_order() {
        try (Scan scan = Scan.of(Map.of("limit.rate", "api"), Pushing.class)) {
            Handler handler = scan.handler("push");
            assertThat(handler.permitsBeyond(Set.of("common", "own", "~api", "tenant:acme"), PUSH))
                    .isEmpty();
            assertThat(handler.permitsBeyond(Set.of("own", "common", "~api"), PUSH))
                    .containsExactly("tenant:acme", "common", "own", "~api");
            assertThat(handler.permitsBeyond(Set.of(), PUSH)).containsExactly("tenant:acme", "common", "~api");
            assertThat(scan.handler("plain").permitsBeyond(Set.of(), new Plain()))
                    .isEmpty();
        }
    }

    @Test
    void a_key_that_is_no_expression_fails_the_start() {
        assertThatThrownBy(() -> Scan.of(Unreadable.class).close())
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("@RequiresPermit(\"tenant\")");
    }
}
