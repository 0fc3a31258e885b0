package io.baton.permit;

import io.baton.permit.PermitStore.Admitted;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Collects the result of an admission. */
final class AdmissionResult {

    private static final int MOST_MOVED = 100;

    final Set<String> queues = new HashSet<>();
    final Set<String> further = new TreeSet<>();
    final Set<String> busy = new TreeSet<>();
    final Set<String> otherQueues = new TreeSet<>();
    private final TreeMap<String, Duration> later = new TreeMap<>();
    private final HeldPermits held;
    private int jobs;

    AdmissionResult(HeldPermits held) {
        this.held = held;
    }

    void given(int count) {
        jobs += count;
    }

    /** Records when to admit again for a rate that keeps jobs waiting. */
    void keepWaiting(Bucket left, WaitingLine line) {
        if (left.free() > 0) {
            return;
        }
        if (!line.isAwaited()) {
            if (line.isAwaitedAnywhere()) {
                otherQueues.add(left.name());
            }
        } else if (left.isHeldUp()) {
            keepWaitingForOthers(left);
        } else {
            later.put(left.name(), left.untilNext());
        }
    }

    private void keepWaitingForOthers(Bucket left) {
        Set<String> moved = left.isStuck() ? held.moveToEnd(left.name(), MOST_MOVED) : Set.of();
        if (moved.isEmpty()) {
            busy.add(left.name());
        } else {
            further.add(left.name());
            further.addAll(moved);
        }
    }

    Admitted admitted() {
        return new Admitted(jobs, queues, further, busy, otherQueues, later);
    }
}
