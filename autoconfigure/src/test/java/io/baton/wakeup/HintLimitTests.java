package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Ring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HintLimitTests {

    private static final Ring RING = Ring.of("q");

    private long nanos;
    private final Doorbell here = new Doorbell();
    private final HintLimit limit = new HintLimit(here, () -> nanos);
    private final List<Ring> heard = new ArrayList<>();
    private int scheduled;

    @BeforeEach
    void listen() {
        here.serve(Set.of("q", "other"));
        here.onRing(() -> heard.addAll(here.heard()));
        here.onScheduled(() -> scheduled++);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        limit.passLate();
    }

    private void useUp() {
        for (int i = 0; i < HintLimit.STOCK; i++) {
            limit.jobsAvailable(RING);
        }
        assertThat(heard).hasSize(HintLimit.STOCK);
        heard.clear();
    }

    @Test
    void a_flood_costs_no_more_looks_than_the_limit() {
        for (int millis = 0; millis < 10_000; millis++) {
            limit.jobsAvailable(RING);
            limit.jobsScheduled();
            pass(Duration.ofMillis(1));
        }
        int most = HintLimit.STOCK + 10 * HintLimit.PER_SECOND;
        assertThat(heard).hasSizeBetween(most - 1, most);
        assertThat(scheduled).isBetween(most - 1, most);
    }

    @Test
    void queues_that_are_not_served_here_are_nothing_to_it() {
        limit.jobsAvailable(Ring.of("elsewhere"));
        assertThat(heard).isEmpty();
        assertThat(limit.isWaiting()).isFalse();
        here.serve(Set.of("elsewhere"));
        limit.jobsAvailable(Ring.of("elsewhere"));
        assertThat(heard).hasSize(1);
    }

    @Test
    void what_comes_too_fast_waits_and_arrives_together() {
        useUp();
        limit.jobsAvailable(Ring.of("q", 1));
        limit.jobsAvailable(Ring.of("q", 2));
        assertThat(heard).isEmpty();
        assertThat(limit.isWaiting()).isTrue();
        pass(Duration.ofMillis(1_000 / HintLimit.PER_SECOND));
        assertThat(heard).containsExactly(Ring.of("q", 1).and(2));
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void a_flood_for_one_queue_delays_no_other() {
        useUp();
        limit.jobsAvailable(Ring.of("other"));
        assertThat(heard).containsExactly(Ring.of("other"));
    }

    @Test
    void looks_that_find_jobs_are_not_limited() {
        for (int i = 0; i < 10 * HintLimit.STOCK; i++) {
            limit.jobsAvailable(RING);
            here.found("q");
        }
        assertThat(heard).hasSize(10 * HintLimit.STOCK);
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void what_others_schedule_waits_too_and_once_for_all() {
        for (int i = 0; i < 2 * HintLimit.STOCK; i++) {
            limit.jobsScheduled();
        }
        assertThat(scheduled).isEqualTo(HintLimit.STOCK);
        pass(Duration.ofMinutes(1));
        assertThat(scheduled).isEqualTo(HintLimit.STOCK + 1);
        assertThat(limit.isWaiting()).isFalse();
    }
}
