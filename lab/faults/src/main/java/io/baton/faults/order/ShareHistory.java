package io.baton.faults.order;

import io.baton.faults.limit.LimitNodes;
import io.baton.history.CheckHistory;
import io.baton.history.HistoryWriter;
import io.baton.history.Verdict;
import io.baton.history.Word;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Writes a history of shares, by the clock of the database, from which {@link CheckHistory} decides whether they had their turns. The number of an item is the id of its job. */
final class ShareHistory {

    /** The history names every share. */
    private static final String NONE = "none";

    /** How many turns more another share may have: by the jobs that nodes hold already, and by those that start until they see the share. */
    private static final int MORE_STARTS = 300;

    /** That of the nodes. */
    static final Duration DEAD_AFTER = Duration.ofSeconds(4);

    private static final Duration HEARTBEAT = Duration.ofMillis(500);
    private static final Duration RECONNECT = Duration.ofSeconds(2);
    private static final long START = 0;

    private final Path directory;

    /** Creates one with files in this directory. */
    ShareHistory(Path directory) {
        this.directory = Workplace.make(directory);
    }

    /** The begin of a run whose claim held. */
    record Start(long run, long job, int attempt, String node, String share, long time) {}

    /**
     * Writes what is known, and judges it.
     *
     * @param ends when processes were killed, by their names
     * @param silences when processes were frozen or shut down, by their names
     */
    Verdict judge(
            List<SequenceHistory.Sent> sent,
            List<Start> starts,
            Map<String, Long> ends,
            Map<String, List<LimitNodes.Span>> silences,
            List<SharePauses.Pause> pauses,
            List<ReadyJobs.Seen> ready) {
        try (HistoryWriter driver = new HistoryWriter(directory, "driver")) {
            settings(driver);
            sent.stream()
                    .collect(Collectors.groupingBy(
                            job -> List.of(job.before(), job.visible()), LinkedHashMap::new, Collectors.toList()))
                    .values()
                    .forEach(jobs -> sent(driver, jobs));
            ends.forEach((node, time) -> write(driver, time, Word.KILLED, Map.of("process", node)));
            silences.forEach((node, spans) -> spans.forEach(span -> silent(driver, node, span)));
            ready.forEach(seen -> write(
                    driver,
                    seen.time(),
                    Word.READY,
                    seen.jobs().isEmpty()
                            ? Map.of()
                            : Map.of(
                                    "items",
                                    seen.jobs().stream().map(String::valueOf).collect(Collectors.joining(",")))));
            pauses.forEach(pause -> {
                long lag = TimeUnit.MICROSECONDS.toMillis(pause.from() - pause.requested());
                write(driver, pause.from(), Word.PAUSED, Map.of("share", pause.share(), "lag", lag));
                write(driver, pause.to(), Word.RESUMED, Map.of("share", pause.share()));
            });
        }
        starts.stream()
                .collect(Collectors.groupingBy(Start::node, TreeMap::new, Collectors.toList()))
                .forEach(this::started);
        return CheckHistory.check(directory, List.of("shares"));
    }

    private static void settings(HistoryWriter driver) {
        write(
                driver,
                START,
                Word.SETTINGS,
                Map.of(
                        "dead-after",
                        DEAD_AFTER.toMillis(),
                        "heartbeat",
                        HEARTBEAT.toMillis(),
                        "reconnect",
                        RECONNECT.toMillis()));
        write(driver, START, Word.FAIR, Map.of("more-starts", MORE_STARTS));
        OrderWork.WEIGHTS.forEach(
                (share, weight) -> write(driver, START, Word.WEIGHT, Map.of("share", share, "weight", weight)));
    }

    /** Writes the jobs of one transaction. */
    private static void sent(HistoryWriter driver, Collection<SequenceHistory.Sent> jobs) {
        SequenceHistory.Sent any = jobs.iterator().next();
        Map<String, Object> operation = Map.of("op", any.job());
        write(driver, any.before(), Word.INVOKE, operation);
        for (SequenceHistory.Sent job : jobs) {
            Map<String, Object> fields = new HashMap<>(operation);
            fields.putAll(Map.of("item", job.job(), "kind", "plain", "share", named(job.share())));
            if (job.sequence() != OrderWork.NO_SEQUENCE) {
                fields.put("after", "sequence:" + job.sequence());
            }
            write(driver, job.before(), Word.ENQUEUE, fields);
        }
        write(driver, any.visible(), Word.OK, operation);
    }

    private static void silent(HistoryWriter driver, String node, LimitNodes.Span span) {
        String id = node + "-" + span.from();
        write(driver, span.from(), Word.FAULT, Map.of("id", id, "kind", "silence", "target", node));
        write(driver, span.to(), Word.HEALED, Map.of("id", id));
    }

    private void started(String node, List<Start> starts) {
        try (HistoryWriter history = new HistoryWriter(directory, node)) {
            starts.forEach(start -> write(
                    history,
                    start.time(),
                    Word.RUN,
                    Map.of(
                            "run",
                            start.run(),
                            "job",
                            start.job(),
                            "item",
                            start.job(),
                            "attempt",
                            start.attempt(),
                            "share",
                            named(start.share()))));
        }
    }

    private static String named(String share) {
        return share.isEmpty() ? NONE : share;
    }

    private static void write(HistoryWriter writer, long micros, Word word, Map<String, ?> fields) {
        writer.write(TimeUnit.MICROSECONDS.toNanos(micros), word, fields);
    }
}
