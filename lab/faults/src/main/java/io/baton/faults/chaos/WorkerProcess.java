package io.baton.faults.chaos;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One process of a worker, from its start to its end, and what was done to it. Fields are written by the fault injector and the supervisor. */
final class WorkerProcess {

    final String name;
    final Process process;
    volatile boolean ready;
    volatile boolean frozen;
    /** Something was done to it after which it may rightly be taken for dead. */
    volatile boolean disturbed;

    volatile boolean asked;
    volatile @Nullable Instant killed;
    volatile @Nullable Instant readySince;
    volatile @Nullable Instant ended;
    private final List<Span> troubles = new CopyOnWriteArrayList<>();

    private record Span(Instant from, Instant to) {}

    WorkerProcess(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    boolean fit() {
        return ready && !frozen && !asked && killed == null && process.isAlive();
    }

    /** Something was done to it that is over by now. */
    void troubled(Instant from) {
        disturbed = true;
        troubles.add(new Span(from, Instant.now()));
    }

    /** Whether it was at work all that time and nothing was done to it. */
    boolean soundThrough(Instant from, Instant to) {
        Instant since = readySince;
        Instant end = ended;
        Instant kill = killed;
        return since != null
                && !since.isAfter(from)
                && (end == null || end.isAfter(to))
                && (kill == null || kill.isAfter(to))
                && troubles.stream()
                        .noneMatch(span -> span.from().isBefore(to) && span.to().isAfter(from));
    }
}
