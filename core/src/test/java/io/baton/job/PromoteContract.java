package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.job.JobSweeps.Promotion;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

abstract class PromoteContract extends VerbContract {

    @Test
    void says_so_when_nothing_is_scheduled() {
        insert(job());
        assertThat(store().promoteDue(10)).isEqualTo(new Promotion(0, Set.of(), null));
        assertThat(store().nextDue()).isEmpty();
    }

    @Test
    void leaves_alone_what_is_due_later_and_tells_when() {
        long id = insert(job().dueIn(Duration.ofHours(2)));
        insert(job().dueIn(Duration.ofHours(3)));
        Promotion promotion = store().promoteDue(10);
        assertThat(promotion.promoted()).isZero();
        assertThat(promotion.readyJobs()).isEmpty();
        assertThat(promotion.nextDue()).isBetween(Duration.ofMinutes(119), Duration.ofHours(2));
        assertThat(store().nextDue().orElseThrow()).isBetween(Duration.ofMinutes(119), Duration.ofHours(2));
        assertThat(state(id)).isEqualTo(JobState.SCHEDULED);
        assertThat(claim(1)).isEmpty();
    }

    @Test
    void makes_ready_what_is_due_and_names_its_queues() {
        long a = database().insertOverdue(job().queue("a"), "2020-01-01 00:00:00");
        long b = database().insertOverdue(job().queue("b"), "2020-01-02 00:00:00");
        long later = insert(job().queue("c").dueIn(Duration.ofHours(1)));
        assertThat(store().nextDue()).contains(Duration.ZERO);

        Promotion promotion = store().promoteDue(10);

        assertThat(promotion.promoted()).isEqualTo(2);
        assertThat(promotion.readyJobs())
                .as("long overdue")
                .containsExactlyInAnyOrder(ReadyJobs.outOfTurn("a"), ReadyJobs.outOfTurn("b"));
        assertThat(promotion.nextDue()).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        assertThat(state(a)).isEqualTo(JobState.READY);
        assertThat(state(b)).isEqualTo(JobState.READY);
        assertThat(state(later)).isEqualTo(JobState.SCHEDULED);
        assertThat(database().claim("a", 10)).extracting(ClaimedJob::id).containsExactly(a);
        assertThat(store().promoteDue(10).promoted()).isZero();
    }

    @Test
    void promotes_in_the_order_of_due_times_and_up_to_the_limit() {
        long third = database().insertOverdue(job().priority(9), "2020-01-03 00:00:00");
        long first = database().insertOverdue(job(), "2020-01-01 00:00:00");
        long second = database().insertOverdue(job(), "2020-01-02 00:00:00");

        Promotion promotion = store().promoteDue(1);
        assertThat(promotion.promoted()).isEqualTo(1);
        assertThat(promotion.nextDue()).isEqualTo(Duration.ZERO);
        assertThat(List.of(first, second, third))
                .extracting(this::state)
                .containsExactly(JobState.READY, JobState.SCHEDULED, JobState.SCHEDULED);
        store().promoteDue(1);
        assertThat(List.of(first, second, third))
                .extracting(this::state)
                .containsExactly(JobState.READY, JobState.READY, JobState.SCHEDULED);
    }

    @Test
    void a_job_keeps_its_due_time_and_so_its_place() {
        long waiting = insert(job());
        long overdue = database().insertOverdue(job(), "2020-01-01 00:00:00");
        store().promoteDue(10);
        assertThat(claim(2)).extracting(ClaimedJob::id).containsExactly(overdue, waiting);
    }

    @Test
    void a_retried_job_comes_back_when_its_delay_is_over() {
        insert(job());
        ClaimedJob first = claimOne();
        settle(first, new Outcome.Retried(Duration.ofMillis(300), "it broke"));
        assertThat(claim(1)).isEmpty();
        assertThat(store().nextDue().orElseThrow()).isLessThanOrEqualTo(Duration.ofMillis(300));

        Awaitility.await()
                .pollInterval(Duration.ofMillis(20))
                .until(() -> store().promoteDue(10).promoted() == 1);

        ClaimedJob second = claimOne();
        assertThat(second.attempt()).isEqualTo(2);
        assertThat(find(second.id()).claimedAt()).isAfterOrEqualTo(second.dueAt());
    }

    @Test
    void jobs_that_are_promoted_in_time_are_told_of_by_priority() {
        Set<ReadyJobs> told;
        long begun;
        do {
            begun = System.nanoTime();
            insert(job().queue("a").priority(7).dueIn(Duration.ofMillis(1)));
            insert(job().queue("a").priority(-2).dueIn(Duration.ofMillis(1)));

            Awaitility.await()
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> store().nextDue().orElseThrow().isZero());

            told = store().promoteDue(10).readyJobs();
            // on a busy machine they may not have been in time
        } while (System.nanoTime() - begun > ReadyJobs.LATE.toNanos());
        assertThat(told).containsExactly(ReadyJobs.of("a", 7).and(ReadyJobs.of("a", -2)));
    }
}
