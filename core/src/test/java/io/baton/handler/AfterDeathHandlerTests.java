package io.baton.handler;

import static io.baton.handler.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.InSequence;
import io.baton.JobContext;
import io.baton.JobFailure;
import io.baton.JobHandler;
import io.baton.JobResults;
import io.baton.JobType;
import io.baton.Partition;
import io.baton.Recurring;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers of deaths, and which are refused. */
class AfterDeathHandlerTests {

    @JobType(name = "charge", queue = "billing", priority = 3)
    record Charge(long order) {}

    @JobType(name = "pay", queue = "billing", afterDeath = true)
    record Pay(long order) {}

    record Book(long order) {}

    static class Both {
        @JobHandler
        void charge(Charge charge) {}

        @JobHandler(afterDeath = true, maxAttempts = 20, timeout = "5s")
        void notCharged(Charge charge, JobFailure failure, JobContext context) {}
    }

    static class Alone {
        @JobHandler(value = "book-order", afterDeath = true)
        void notBooked(Book book) {}

        @JobHandler(value = "nightly", afterDeath = true)
        void notDone(JobFailure failure) {}
    }

    static class OfDerivedName {
        @JobHandler("book-order")
        void book(Book book) {}

        @JobHandler(afterDeath = true)
        void notBooked(Book book) {}
    }

    static class OfPay {
        @JobHandler
        void pay(Pay pay) {}

        @JobHandler("book-order")
        void book(Book book) {}
    }

    @Test
    void a_handler_of_deaths_stands_beside_that_of_the_jobs() {
        try (Scan scan = Scan.of(Both.class)) {
            Handler after = scan.handler("charge.dead");
            assertThat(after.queue()).isEqualTo("billing");
            assertThat(after.settings().follows()).isEqualTo("charge");
            assertThat(after.settings().maxAttempts()).isEqualTo(20);
            assertThat(scan.handler("charge").settings().follows()).isNull();
            assertThat(scan.types.forPayload(new Charge(1)).name())
                    .as("its payload is that of the jobs")
                    .isEqualTo("charge");
            assertThat(scan.types.isFollowed(scan.types.forPayload(new Charge(1))))
                    .isTrue();
            assertThat(scan.types.isFollowed(scan.types.named("charge.dead"))).isFalse();
        }
    }

    @Test
    void a_derived_name_that_no_handler_has_is_refused() {
        refused(
                OfDerivedName.class,
                "afterDeath of the type \"book\", which has no handler here, while \"book-order\"",
                "Name the type: @JobHandler(value = \"book-order\", afterDeath = true).");
    }

    @Test
    void a_handler_of_deaths_can_be_alone_on_its_node() {
        try (Scan scan = Scan.of(Alone.class)) {
            assertThat(scan.types.isFollowed(scan.types.named("book-order"))).isTrue();
            assertThat(scan.types.isFollowed(scan.types.named("nightly"))).isTrue();
            assertThat(scan.registry.find("book-order")).isEmpty();
        }
    }

    @Test
    void a_payload_says_that_deaths_have_a_handler_on_other_nodes() {
        try (Scan scan = Scan.of(OfPay.class)) {
            assertThat(scan.types.isFollowed(scan.types.named("pay"))).isTrue();
            assertThat(scan.types.isFollowed(scan.types.named("book-order"))).isFalse();
        }
        try (Scan scan = Scan.of(Alone.class)) {
            assertThat(scan.types.isFollowed(scan.types.forPayload(new Pay(1)))).isTrue();
            assertThat(scan.types.isFollowed(scan.types.forPayload(new Pay(1), "pay")))
                    .isTrue();
            assertThat(scan.types.isFollowed(scan.types.forPayload(new Pay(1), "pay-later")))
                    .isFalse();
        }
    }

    static class OfNothing {
        @JobHandler(afterDeath = true)
        void notDone(JobFailure failure) {}
    }

    static class OfTheLiving {
        @JobHandler
        void charge(Charge charge, JobFailure failure) {}
    }

    static class Twice {
        @JobHandler(afterDeath = true)
        void one(Charge charge) {}

        @JobHandler(afterDeath = true)
        void other(Charge charge) {}
    }

    static class Listed {
        @JobHandler(afterDeath = true)
        void notCharged(List<Charge> charges) {}
    }

    static class Shared {
        @JobHandler(afterDeath = true)
        void notCharged(Charge charge, Partition partition) {}
    }

    static class WithResults {
        @JobHandler(afterDeath = true)
        void notCharged(Charge charge, JobResults results) {}
    }

    record Nightly() {}

    static class OfTicks {
        @JobHandler(afterDeath = true)
        @Recurring(every = "1h")
        void notDone(Nightly nightly) {}
    }

    static class InTurn {
        @JobHandler(afterDeath = true)
        @InSequence("#payload.order")
        void notCharged(Charge charge) {}
    }

    static class Elsewhere {
        @JobHandler(value = "book", afterDeath = true, queue = "alarms")
        void notBooked(Book book) {}
    }

    static class Urgent {
        @JobHandler(value = "book", afterDeath = true, priority = 3)
        void notBooked(Book book) {}
    }

    static class TooLong {
        @JobHandler(
                value =
                        "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
                                + "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm",
                afterDeath = true)
        void notBooked(Book book) {}
    }

    @Test
    void what_is_no_death_of_a_job_is_refused() {
        refused(
                OfNothing.class,
                "neither a payload nor a name says whose deaths it handles",
                "Let it take the payload of those jobs, or name their type: @JobHandler(value = \"..\", afterDeath = true).");
        refused(
                OfTheLiving.class,
                "it takes a JobFailure, but handles the jobs and not their deaths.",
                "Write @JobHandler(afterDeath = true), or remove the JobFailure.");
        refused(
                Twice.class,
                "The job type \"charge.dead\" has two handlers",
                "Remove one of them, or give them different names with @JobHandler(\"..\"). If both are the same method, its class is"
                        + " a bean twice.");
        refused(TooLong.class, "cannot be longer than 200 characters", "Give the type a shorter name.");
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Listed.class,
                Shared.class,
                WithResults.class,
                OfTicks.class,
                InTurn.class,
                Elsewhere.class,
                Urgent.class
            })
    void what_only_the_dead_job_has_is_refused(Class<?> bean) {
        refused(bean, "its jobs come one after each death, in the queue of the job", "Remove what it has of these.");
    }
}
