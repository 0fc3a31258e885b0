package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WakeupLimitTests {

    private static final ReadyJobs READY = ReadyJobs.of("q");

    private long nanos;
    private final WakeupInbox here = new WakeupInbox();
    private final WakeupLimit limit = new WakeupLimit(here, () -> nanos);
    private final List<ReadyJobs> received = new ArrayList<>();
    private int scheduled;

    @BeforeEach
    void listen() {
        here.serve(Set.of("q", "other"));
        here.onReady(() -> received.addAll(here.takeReady()));
        here.onScheduled(() -> scheduled++);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        limit.passLate();
    }

    private void useUp() {
        for (int i = 0; i < WakeupLimit.STOCK; i++) {
            limit.jobsAvailable(READY);
        }
        assertThat(received).hasSize(WakeupLimit.STOCK);
        received.clear();
    }

    @Test
    void a_flood_costs_no_more_looks_than_the_limit() {
        for (int millis = 0; millis < 10_000; millis++) {
            limit.jobsAvailable(READY);
            limit.jobsScheduled();
            pass(Duration.ofMillis(1));
        }
        int most = WakeupLimit.STOCK + 10 * WakeupLimit.PER_SECOND;
        assertThat(received).hasSizeBetween(most - 1, most);
        assertThat(scheduled).isBetween(most - 1, most);
    }

    @Test
    void queues_that_are_not_served_here_are_nothing_to_it() {
        limit.jobsAvailable(ReadyJobs.of("elsewhere"));
        assertThat(received).isEmpty();
        assertThat(limit.isWaiting()).isFalse();
        here.serve(Set.of("elsewhere"));
        limit.jobsAvailable(ReadyJobs.of("elsewhere"));
        assertThat(received).hasSize(1);
    }

    @Test
    void what_comes_too_fast_waits_and_arrives_together() {
        useUp();
        limit.jobsAvailable(ReadyJobs.of("q", 1));
        limit.jobsAvailable(ReadyJobs.of("q", 2));
        assertThat(received).isEmpty();
        assertThat(limit.isWaiting()).isTrue();
        pass(Duration.ofMillis(1_000 / WakeupLimit.PER_SECOND));
        assertThat(received).containsExactly(ReadyJobs.of("q", 1).and(2));
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void a_flood_for_one_queue_delays_no_other() {
        useUp();
        limit.jobsAvailable(ReadyJobs.of("other"));
        assertThat(received).containsExactly(ReadyJobs.of("other"));
    }

    @Test
    void looks_that_find_jobs_are_not_limited() {
        for (int i = 0; i < 10 * WakeupLimit.STOCK; i++) {
            limit.jobsAvailable(READY);
            here.found("q");
        }
        assertThat(received).hasSize(10 * WakeupLimit.STOCK);
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void what_others_schedule_waits_too_and_once_for_all() {
        for (int i = 0; i < 2 * WakeupLimit.STOCK; i++) {
            limit.jobsScheduled();
        }
        assertThat(scheduled).isEqualTo(WakeupLimit.STOCK);
        pass(Duration.ofMinutes(1));
        assertThat(scheduled).isEqualTo(WakeupLimit.STOCK + 1);
        assertThat(limit.isWaiting()).isFalse();
    }
}
