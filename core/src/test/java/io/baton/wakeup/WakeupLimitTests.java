package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.DirtySet;
import io.baton.job.Pulse.Part;
import io.baton.job.ReadyJobs;
import io.baton.job.RemoteHints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WakeupLimitTests {

    private static final ReadyJobs READY = ReadyJobs.of("q");
    private static final int AT_ONCE = 100;

    private long nanos;
    private final WakeupInbox here = new WakeupInbox();
    private final WakeupLimit limit = new WakeupLimit(here, () -> nanos);
    private final List<ReadyJobs> received = new ArrayList<>();
    private final DirtySet<String> touchedLimits = new DirtySet<>();
    private final DirtySet<Long> touchedBatches = new DirtySet<>();
    private final List<String> limits = new ArrayList<>();
    private final List<String> batches = new ArrayList<>();
    private int scheduled;
    private int pauses;
    private int looksAtLimits;
    private int looksAtBatches;
    private int looksAround;

    @BeforeEach
    void listen() {
        here.serve(Set.of("q", "other"));
        here.onReady(() -> received.addAll(here.takeReady()));
        here.onScheduled(() -> scheduled++);
        here.onPausesChanged(() -> pauses++);
        here.onChanged(Part.LIMITS, touchedLimits.remoteHints());
        here.onChanged(Part.BATCHES, touchedBatches.remoteHints());
        touchedLimits.onMarked(() -> looksAtLimits += look(touchedLimits.remoteHints(), limits));
        touchedBatches.onMarked(() -> looksAtBatches += look(touchedBatches.remoteHints(), batches));
    }

    private int look(RemoteHints hints, List<String> names) {
        looksAround += hints.takeFullScan() ? 1 : 0;
        names.addAll(hints.take(AT_ONCE));
        return 1;
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        limit.forwardLate();
    }

    private void useUp() {
        for (int i = 0; i < WakeupLimit.CAPACITY; i++) {
            limit.jobsAvailable(READY);
        }
        assertThat(received).hasSize(WakeupLimit.CAPACITY);
        received.clear();
    }

    @Test
    void a_flood_costs_no_more_looks_than_the_limit_whatever_it_names() {
        limit.jobsAvailable(ReadyJobs.of("other"));
        received.clear();
        for (int message = 0; message < 200_000; message++) {
            limit.jobsAvailable(READY);
            limit.jobsScheduled();
            limit.pausesChanged();
            limit.changed(Part.LIMITS, "made up " + message);
            limit.changed(Part.BATCHES, String.valueOf(message));
            // jobs that are found pay for no other look
            here.found("other");
            pass(Duration.ofSeconds(10).dividedBy(200_000));
        }
        int most = WakeupLimit.CAPACITY + 10 * WakeupLimit.PER_SECOND;
        assertThat(List.of(received.size(), scheduled, pauses, looksAtLimits, looksAtBatches))
                .allSatisfy(looks -> assertThat(looks).isBetween(10 * WakeupLimit.PER_SECOND, most));
        assertThat(looksAround).isPositive();
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
        assertThat(received).containsExactly(ReadyJobs.of("q", 1).and(ReadyJobs.of("q", 2)));
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void a_flood_for_one_queue_delays_all_else_by_a_token_only() {
        useUp();
        limit.jobsAvailable(READY);
        limit.jobsAvailable(ReadyJobs.of("other"));
        limit.jobsScheduled();
        limit.changed(Part.LIMITS, "mails");
        pass(Duration.ofMillis(1_000 / WakeupLimit.PER_SECOND));
        assertThat(received).containsExactly(READY, ReadyJobs.of("other"));
        assertThat(scheduled).isEqualTo(1);
        assertThat(limits).containsExactly("mails");
    }

    @Test
    void looks_that_find_jobs_are_not_limited() {
        for (int i = 0; i < 10 * WakeupLimit.CAPACITY; i++) {
            limit.jobsAvailable(READY);
            here.found("q");
        }
        assertThat(received).hasSize(10 * WakeupLimit.CAPACITY);
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void what_others_schedule_or_pause_waits_too_and_once_for_all() {
        for (int i = 0; i < WakeupLimit.CAPACITY; i++) {
            limit.jobsScheduled();
            limit.pausesChanged();
        }
        assertThat(scheduled + pauses).isEqualTo(WakeupLimit.CAPACITY);
        pass(Duration.ofMinutes(1));
        assertThat(scheduled + pauses).isEqualTo(WakeupLimit.CAPACITY + 2);
        assertThat(limit.isWaiting()).isFalse();
    }

    @Test
    void limits_and_batches_that_others_name_arrive_at_once() {
        limit.changed(Part.LIMITS, "mails");
        limit.changed(Part.BATCHES, "7");
        assertThat(limits).containsExactly("mails");
        assertThat(batches).containsExactly("7");
        assertThat(limit.isWaiting()).isFalse();
    }

    /** As when many jobs that need different permits are enqueued at once. */
    @Test
    void a_burst_of_names_arrives_in_portions() {
        for (int i = 0; i < WakeupLimit.CAPACITY + 300; i++) {
            limit.changed(Part.LIMITS, "name " + i);
        }
        assertThat(limits).hasSize(WakeupLimit.CAPACITY);
        for (int portion = 1; portion <= 3; portion++) {
            assertThat(limit.isWaiting()).isTrue();
            pass(Duration.ofMillis(1_000 / WakeupLimit.PER_SECOND));
            assertThat(limits).hasSize(WakeupLimit.CAPACITY + portion * AT_ONCE);
        }
        assertThat(limits).doesNotHaveDuplicates();
        assertThat(limit.isWaiting()).isFalse();
        assertThat(looksAround).isZero();
    }

    @Test
    void what_is_named_before_a_follow_up_looks_costs_one_look() {
        touchedLimits.onMarked(() -> {});
        for (int i = 0; i < AT_ONCE; i++) {
            limit.changed(Part.LIMITS, "name " + i);
        }
        for (int i = 0; i < WakeupLimit.CAPACITY - 1; i++) {
            limit.jobsScheduled();
        }
        assertThat(scheduled).isEqualTo(WakeupLimit.CAPACITY - 1);
        assertThat(touchedLimits.remoteHints().take(AT_ONCE)).hasSize(AT_ONCE);
    }
}
