package io.baton.sweep;

import io.baton.loop.Failures;
import io.baton.loop.Loop;
import io.baton.loop.Ticker;
import io.baton.loop.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Knows the workers for which the last try failed. Each pauses by itself, so that none delays another. The first ones are reported one by one and all
 * others together, since what fails for one may fail for hundreds. The sweeper thread uses it; any thread may read the failures.
 */
final class FailingWorkers {

    private static final int REPORTED_ONE_BY_ONE = 10;

    /** The pause while another session locks the row, which mostly ends soon. */
    private static final Duration UNTIL_DECIDED = Duration.ofSeconds(1);

    private final String part;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final Failures others;
    private final Map<Long, Failing> failing = new ConcurrentHashMap<>();

    private record Failing(Failures failures, long nextNanos) {}

    FailingWorkers(String part, Ticker ticker, RandomGenerator random) {
        this.part = part;
        this.ticker = ticker;
        this.random = random;
        this.others = failures("further workers");
    }

    private Failures failures(String of) {
        return new Failures(part + ", " + of, Loop.LONGEST_PAUSE, ticker, random);
    }

    String called(long worker) {
        return part + ", worker " + worker;
    }

    void failed(long worker, RuntimeException failure) {
        Failing before = failing.get(worker);
        Failures failures = before == null ? failuresOf(worker) : before.failures();
        pause(worker, failures, failures.failed(failure));
    }

    private Failures failuresOf(long worker) {
        return failing.size() < REPORTED_ONE_BY_ONE ? failures("worker " + worker) : others;
    }

    /** Records that the row was locked: if the last try failed, it is not known whether the next one succeeds. */
    void undecided(long worker) {
        Failing before = failing.get(worker);
        if (before != null) {
            pause(worker, before.failures(), UNTIL_DECIDED);
        }
    }

    private void pause(long worker, Failures failures, Duration pause) {
        failing.put(worker, new Failing(failures, ticker.nanos() + pause.toNanos()));
    }

    void worked(long worker) {
        Failing ended = failing.remove(worker);
        if (ended != null && failing.values().stream().noneMatch(each -> each.failures() == ended.failures())) {
            ended.failures().worked();
        }
    }

    boolean contains(long worker) {
        return failing.containsKey(worker);
    }

    Set<Long> all() {
        return Set.copyOf(failing.keySet());
    }

    Set<Long> due() {
        return failing.keySet().stream().filter(this::mayBeTried).collect(Collectors.toSet());
    }

    /** Returns whether this worker does not fail, or its pause is over. */
    boolean mayBeTried(long worker) {
        Failing known = failing.get(worker);
        return known == null || ticker.nanos() - known.nextNanos() >= 0;
    }

    /** Returns the time until the next pause is over, at most this one. */
    Duration untilDue(Duration longest) {
        long now = ticker.nanos();
        long least = failing.values().stream()
                .mapToLong(each -> each.nextNanos() - now)
                .min()
                .orElse(longest.toNanos());
        return Duration.ofNanos(Math.max(0, Math.min(least, longest.toNanos())));
    }

    /** Returns the current failures. Any thread may call it. */
    List<Trouble> troubles() {
        return failing.values().stream()
                .map(Failing::failures)
                .distinct()
                .flatMap(each -> each.trouble().stream())
                .toList();
    }
}
