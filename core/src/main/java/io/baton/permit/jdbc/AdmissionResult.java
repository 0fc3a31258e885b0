package io.baton.permit.jdbc;

import io.baton.permit.Admitted;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Gathers what an admission comes to. */
final class AdmissionResult {

    private static final int MOST_SENT_BACK = 100;

    final Set<String> queues = new HashSet<>();
    final Set<String> further = new TreeSet<>();
    final Set<String> busy = new TreeSet<>();
    final Set<String> elsewhere = new TreeSet<>();
    private final TreeMap<String, Duration> later = new TreeMap<>();
    private int jobs;

    void given(int count) {
        jobs += count;
    }

    /** Notes what becomes of those that a rate keeps waiting. */
    void keepWaiting(Bucket left, WaitingLine line) {
        if (left.free() > 0) {
            return;
        }
        if (!line.isAwaited()) {
            if (line.isAwaitedAnywhere()) {
                elsewhere.add(left.name());
            }
        } else if (left.isHeldUp()) {
            keepWaitingForOthers(left, line);
        } else {
            later.put(left.name(), left.untilNext());
        }
    }

    private void keepWaitingForOthers(Bucket left, WaitingLine line) {
        Set<String> sentBack =
                left.isStuck() ? new HeldPermits(line.database()).sendBack(left.name(), MOST_SENT_BACK) : Set.of();
        if (sentBack.isEmpty()) {
            busy.add(left.name());
        } else {
            further.add(left.name());
            further.addAll(sentBack);
        }
    }

    Admitted admitted() {
        return new Admitted(jobs, queues, further, busy, elsewhere, later);
    }
}
