package io.baton.handler;

import static io.baton.handler.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobHandler;
import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.Recurring;
import io.baton.Tick;
import io.baton.handler.Handler.DeclaredRecurrence;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code @Recurring} says, and what it cannot say. */
class RecurringRefusalTests {

    private static final String ONE_OF_THEM = "Say one of them, such as cron = \"0 0 1 * * *\" or every = \"10m\".";
    private static final String CORRECT = "Correct the @Recurring on the method.";
    private static final String OWN_CLASS =
            "Let the method take no payload, or a class with a constructor without parameters, such as record Nightly() {}.";

    record Nightly() {}

    record Needs(String tenant) {}

    record Failing() {

        Failing {
            if (true) {
                throw new IllegalStateException("not today");
            }
        }
    }

    static class Several {
        @JobHandler("night")
        @Recurring(cron = "${night:0 0 1 * * *}", zone = "${zone}", missed = MissedTicks.SKIP)
        @Recurring(name = "${name}", every = "90s", overlap = false)
        void night(Nightly nightly, Tick tick) {}
    }

    static class Neither {
        @JobHandler
        @Recurring
        void night() {}
    }

    static class Both {
        @JobHandler
        @Recurring(cron = "0 0 1 * * *", every = "1h")
        void night() {}
    }

    static class NoCron {
        @JobHandler
        @Recurring(cron = "0 1 * * *")
        void night() {}
    }

    static class NeverComes {
        @JobHandler
        @Recurring(cron = "0 0 0 30 2 *")
        void night() {}
    }

    static class NoZone {
        @JobHandler
        @Recurring(cron = "@daily", zone = "Bern")
        void night() {}
    }

    static class NoDuration {
        @JobHandler
        @Recurring(every = "often")
        void night() {}
    }

    static class TooOften {
        @JobHandler
        @Recurring(every = "10ms")
        void night() {}
    }

    static class Listed {
        @JobHandler
        @Recurring(every = "1h")
        void night(List<Nightly> all) {}
    }

    static class WithPayload {
        @JobHandler
        @Recurring(every = "1h")
        void night(Needs needs) {}
    }

    static class WithText {
        @JobHandler("night")
        @Recurring(every = "1h")
        void night(String text) {}
    }

    static class WithFailing {
        @JobHandler
        @Recurring(every = "1h")
        void night(Failing failing) {}
    }

    static class Twins {
        @JobHandler("night")
        @Recurring(every = "1h")
        @Recurring(every = "2h")
        void night() {}
    }

    static class NoHandler {
        @Recurring(every = "1h")
        void night() {}
    }

    @Test
    void placeholders_and_defaults_are_read() {
        try (Scan scan = Scan.of(Map.of("zone", "Europe/Berlin", "name", "often"), Several.class)) {
            assertThat(scan.handler("night").settings().recurrences())
                    .containsExactlyInAnyOrder(
                            new DeclaredRecurrence(
                                    "night",
                                    Recurrence.cron("0 0 1 * * *")
                                            .zone("Europe/Berlin")
                                            .missed(MissedTicks.SKIP)),
                            new DeclaredRecurrence(
                                    "often",
                                    Recurrence.every(Duration.ofSeconds(90)).withoutOverlap()));
            assertThat(scan.handler("night").recurringPayload()).isEqualTo(new Nightly());
        }
    }

    @Test
    void neither_or_both_of_cron_and_interval() {
        refused(Neither.class, "its @Recurring says neither cron nor every.", ONE_OF_THEM);
        refused(Both.class, "its @Recurring says both cron and every.", ONE_OF_THEM);
    }

    @Test
    void a_cron_expression_that_cannot_be_read_or_never_comes() {
        refused(NoCron.class, "@Recurring: \"0 1 * * *\" is not a cron expression: ", CORRECT);
        refused(
                NeverComes.class,
                "@Recurring: The cron expression \"0 0 0 30 2 *\" names a time that never comes.",
                CORRECT);
    }

    @Test
    void a_zone_or_an_interval_that_cannot_be() {
        refused(NoZone.class, "@Recurring: \"Bern\" is not a time zone", CORRECT);
        refused(
                NoDuration.class,
                "@Recurring every \"often\" is not a duration.",
                "Write it like \"30s\", \"10m\", \"1h30m\" or \"PT30S\".");
        refused(TooOften.class, "@Recurring: A job can recur every second at most", CORRECT);
    }

    @Test
    void a_payload_that_cannot_be_made() {
        refused(
                Listed.class,
                "it takes a List, but a recurring job is one job at a time.",
                "Take one payload or none, or take @Recurring away.");
        refused(WithPayload.class, "Needs has no constructor without parameters, or one that fails.", OWN_CLASS);
        refused(
                WithText.class,
                "java.lang.String has no constructor without parameters, or one that fails.",
                OWN_CLASS);
        refused(WithFailing.class, "Failing has no constructor without parameters, or one that fails.", OWN_CLASS);
    }

    @Test
    void two_of_one_name() {
        refused(
                Twins.class,
                "the name \"night\" of its @Recurring is that of another one, on Twins.night().",
                "Give each its own name: @Recurring(name = \"..\", ..).");
    }

    @Test
    void a_method_that_is_no_handler() {
        refused(
                NoHandler.class,
                "it carries @Recurring, but no @JobHandler.",
                "Put @JobHandler on the method too, or remove @Recurring.");
    }
}
