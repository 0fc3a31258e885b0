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
    private final List<String> limits = new ArrayList<>();
    private final List<Long> batches = new ArrayList<>();
    private int scheduled;
    private int pauses;
    private int looksAround;

    @BeforeEach
    void listen() {
        here.serve(Set.of("q", "other"));
        here.onReady(() -> received.addAll(here.takeReady()));
        here.onScheduled(() -> scheduled++);
        here.onPausesChanged(() -> pauses++);
        here.onLimit(limits::add);
        here.onBatch(batches::add);
        here.onManyLimits(() -> looksAround++);
        here.onManyBatches(() -> looksAround++);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        limit.passLate();
    }

    private void useUp() {
        for (int i = 0; i < LookStock.IN_A_ROW; i++) {
            limit.jobsAvailable(READY);
        }
        assertThat(received).hasSize(LookStock.IN_A_ROW);
        received.clear();
    }

    @Test
    void a_flood_costs_no_more_looks_than_the_limit() {
        for (int millis = 0; millis < 10_000; millis++) {
            limit.jobsAvailable(READY);
            limit.jobsScheduled();
            pass(Duration.ofMillis(1));
        }
        int most = LookStock.IN_A_ROW + 10 * LookStock.PER_SECOND;
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
        pass(Duration.ofMillis(1_000 / LookStock.PER_SECOND));
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
        for (int i = 0; i < 10 * LookStock.IN_A_ROW; i++) {
            limit.jobsAvailable(READY);
            here.found("q");
        }
        assertThat(received).hasSize(10 * LookStock.IN_A_ROW);
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void what_others_schedule_waits_too_and_once_for_all() {
        for (int i = 0; i < 2 * LookStock.IN_A_ROW; i++) {
            limit.jobsScheduled();
        }
        assertThat(scheduled).isEqualTo(LookStock.IN_A_ROW);
        pass(Duration.ofMinutes(1));
        assertThat(scheduled).isEqualTo(LookStock.IN_A_ROW + 1);
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void what_others_pause_waits_too_and_once_for_all() {
        for (int i = 0; i < 2 * LookStock.IN_A_ROW; i++) {
            limit.pausesChanged();
        }
        assertThat(pauses).isEqualTo(LookStock.IN_A_ROW);
        pass(Duration.ofMinutes(1));
        assertThat(pauses).isEqualTo(LookStock.IN_A_ROW + 1);
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void limits_and_batches_that_others_name_arrive() {
        limit.limitTouched("mails");
        limit.batchTouched(7);
        assertThat(limits).containsExactly("mails");
        assertThat(batches).containsExactly(7L);
    }

    /** As when many jobs that need different permits are enqueued at once. */
    @Test
    void a_burst_of_names_arrives_in_portions() {
        for (int i = 0; i < LookStock.IN_A_ROW + 300; i++) {
            limit.limitTouched("name " + i);
        }
        assertThat(limits).hasSize(LookStock.IN_A_ROW);
        assertThat(limit.isWaiting()).isTrue();
        for (int portion = 1; portion <= 3; portion++) {
            pass(Duration.ofMillis(1_000 / LookStock.PER_SECOND));
            assertThat(limits).hasSize(LookStock.IN_A_ROW + portion * LimitedNames.AT_ONCE);
        }
        assertThat(limits).doesNotHaveDuplicates();
        assertThat(limit.isWaiting()).isFalse();
        assertThat(looksAround).isZero();
    }

    @Test
    void a_flood_of_names_costs_no_more_looks_than_the_limit() {
        for (int message = 0; message < 200_000; message++) {
            limit.limitTouched("made up " + message);
            limit.batchTouched(message);
            nanos += Duration.ofSeconds(10).toNanos() / 200_000;
            limit.passLate();
        }
        int most = LookStock.IN_A_ROW + 10 * LookStock.PER_SECOND;
        // before a flood is known for one, each name that comes takes a look
        assertThat(looksAround).isPositive();
        assertThat(looksAround + (limits.size() - LookStock.IN_A_ROW) / LimitedNames.AT_ONCE)
                .isLessThanOrEqualTo(2 * most);
        assertThat(limits).hasSizeLessThan(LookStock.IN_A_ROW + 10 * LookStock.PER_SECOND * LimitedNames.AT_ONCE);
        assertThat(batches).hasSameSizeAs(limits);
    }

    @Test
    void what_does_not_fit_is_left_to_a_look_around() {
        for (int i = 0; i < LookStock.IN_A_ROW + LimitedNames.MOST + 1; i++) {
            limit.limitTouched("name " + i);
        }
        assertThat(looksAround).isZero();
        pass(Duration.ofMillis(1_000 / LookStock.PER_SECOND));
        assertThat(looksAround).isEqualTo(1);
        assertThat(limits).hasSize(LookStock.IN_A_ROW);
        assertThat(limit.isWaiting()).isFalse();
    }
}
