package io.baton.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Until when runs hold their claims for certain, by what was done to their processes. */
final class Claims {

    /** How long a process takes at most between a claim and its handler, or two lines, unless a fault hits it. */
    static final long ON_ITS_WAY = TimeUnit.SECONDS.toNanos(1);

    private final History history;
    private final Map<String, List<Silence>> silences = new HashMap<>();

    Claims(History history) {
        this.history = history;
    }

    /** A time in which a process may be without a heartbeat; faults of which one begins before the other has ended are one. */
    private record Silence(long from, long to) {

        boolean overlaps(long start, long end) {
            return from <= end && to >= start;
        }
    }

    /**
     * Returns the time from which the claim of a run may be lost. Its process has ended then, or was silent for so long that another node may have declared it
     * dead, or the database has forgotten the claim. The last heartbeat may be older than the silence by the time between two of them.
     */
    long heldUntil(Run run) {
        long until = Math.min(processEnd(run), forgotten(run));
        for (Silence silence : silences(run.process)) {
            long dead = silence.from() + history.deadAfter - history.heartbeat;
            if (dead <= silence.to() && run.start - ON_ITS_WAY < silence.to()) {
                until = Math.min(until, dead);
            }
        }
        return until;
    }

    private long forgotten(Run run) {
        return history.faults.values().stream()
                .filter(fault -> fault.forgets > 0 && fault.hits(run.process))
                .filter(fault -> run.start >= fault.from - fault.forgets && run.start <= fault.to + history.reconnect)
                .mapToLong(fault -> fault.from)
                .min()
                .orElse(History.NEVER);
    }

    /** Returns when the process of a run ended. One that stops in order lets its runs end, and those that do not have their jobs released meanwhile. */
    long processEnd(Run run) {
        long killed = history.killed.getOrDefault(run.process, History.NEVER);
        return run.end == History.NEVER ? Math.min(killed, stopped(run.process)) : killed;
    }

    private long stopped(String process) {
        return history.stopped.getOrDefault(process, History.NEVER);
    }

    /** Returns whether a run may have started later than its job was admitted, since its process was hit in between. */
    boolean mayBeLate(Run run) {
        return silences(run.process).stream().anyMatch(silence -> silence.overlaps(run.start - ON_ITS_WAY, run.start));
    }

    /** Returns whether anything happened to the process of a run between its start and a time. */
    boolean isDisturbed(Run run, long until) {
        return Math.min(processEnd(run), stopped(run.process)) <= until
                || silences(run.process).stream().anyMatch(silence -> silence.overlaps(run.start, until));
    }

    /** Returns whether nothing happened to any process between two times. */
    boolean isCalm(long from, long to) {
        return history.faults.values().stream()
                        .noneMatch(fault -> fault.from <= to && fault.to + history.reconnect >= from)
                && history.killed.values().stream().noneMatch(at -> at >= from && at <= to)
                && history.stopped.values().stream().noneMatch(at -> at >= from && at <= to);
    }

    private List<Silence> silences(String process) {
        return silences.computeIfAbsent(process, this::merged);
    }

    private List<Silence> merged(String process) {
        List<Silence> merged = new ArrayList<>();
        history.faults.values().stream()
                .filter(fault -> fault.hits(process))
                .sorted(Comparator.comparingLong(fault -> fault.from))
                .map(fault -> new Silence(fault.from, fault.to + history.reconnect))
                .forEach(next -> append(merged, next));
        return merged;
    }

    private static void append(List<Silence> merged, Silence next) {
        int last = merged.size() - 1;
        if (last >= 0 && next.from() <= merged.get(last).to()) {
            Silence before = merged.get(last);
            merged.set(last, new Silence(before.from(), Math.max(before.to(), next.to())));
        } else {
            merged.add(next);
        }
    }
}
