package io.baton.monitor;

import io.baton.JobState;
import io.baton.calendar.Calendars;
import io.baton.calendar.OpeningHours;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.ShareNames;
import io.baton.job.StateCode;
import io.baton.job.jdbc.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the jobs of each queue. Counts ready jobs by the index of claims, one queue at a time. One statement, which reads a bounded number of rows,
 * counts all other states.
 */
record QueueCounts(Database database, Calendars calendars) {

    /** The largest count of one kind of rows. This number means that there may be more. */
    static final int MOST_COUNTED = 100_001;

    /** The maximum number of queues in a result. */
    static final int MOST_QUEUES = 1_000;

    /** The most ready jobs of all queues together that are counted. For further queues, the count is 1 if they have any. */
    private static final long MOST_READY = 1_000_000;

    /** The number of priorities of a queue of which the first job is read. */
    private static final int MOST_PRIORITIES = 20;

    /** The number of stored names that are read, and of the shares of a queue among them. */
    private static final int MOST_NAMES = 2_000;

    private static final int MOST_SHARES = 100;

    /** The number of living workers whose queues are read. */
    private static final int MOST_WORKERS = 10_000;

    private static final String OTHERS = """
            SELECT 0 AS state, queue, COUNT(*) AS jobs FROM (
                SELECT queue FROM baton_job WHERE state = 0 ORDER BY due_at, id LIMIT %1$s) AS scheduled GROUP BY queue
            UNION ALL SELECT 2, queue, COUNT(*) FROM (
                SELECT queue FROM baton_job WHERE state = 2 LIMIT %1$s) AS claimed GROUP BY queue
            UNION ALL SELECT 5, queue, COUNT(*) FROM (
                SELECT queue FROM baton_job WHERE state = 5 LIMIT %1$s) AS dead GROUP BY queue
            UNION ALL SELECT 3, queue, COUNT(DISTINCT job_id) FROM (
                SELECT queue, job_id FROM baton_permit WHERE state = 1 LIMIT %1$s) AS waiting GROUP BY queue
            UNION ALL SELECT 7, queue, COUNT(DISTINCT job_id) FROM (%2$s) AS suspended GROUP BY queue""".formatted(MOST_COUNTED, Reasons.suspended(MOST_COUNTED));

    private static final String READY = """
            SELECT
                (SELECT COUNT(*) FROM (SELECT 1 FROM baton_job WHERE state = 1 AND queue = ? LIMIT %s) AS ready) AS jobs,
                (SELECT MAX(job_rank) FROM baton_job WHERE state = 1 AND queue = ?) AS last_rank,
                (SELECT MIN(queue) FROM baton_job WHERE state = 1 AND queue > ?) AS next_queue""";

    private static final String FURTHER =
            "SELECT COUNT(*) FROM (SELECT 1 FROM baton_job WHERE state = 1 AND queue > ? AND queue < ? LIMIT "
                    + MOST_COUNTED + ") AS ready";

    List<QueueStatus> queues() {
        Map<String, Counts> queues = new TreeMap<>();
        database.forEach(OTHERS, row -> {
            String name = row.getString("queue");
            if (name == null) {
                return;
            }
            String share = ShareNames.share(name);
            JobState state = StateCode.state(row.getInt("state"));
            Counts counts = queues.computeIfAbsent(ShareNames.queue(name), queue -> new Counts());
            counts.add(state, row.getLong("jobs"));
            if (state == JobState.CLAIMED && share != null) {
                counts.claimedOf.merge(ShareNames.whole(share), row.getLong("jobs"), Long::sum);
            }
        });
        countReady(queues);
        pauses(queues);
        served(queues);
        if (!calendars.queues().isEmpty()) {
            Instant now = database.now();
            calendars.queues().forEach((queue, hours) -> {
                Counts counts = queues.get(queue);
                if (counts != null) {
                    counts.in(hours, now);
                }
            });
        }
        return queues.entrySet().stream()
                .limit(MOST_QUEUES)
                .map(queue -> queue.getValue().of(queue.getKey()))
                .toList();
    }

    /** Reads one stored name after the other: of a queue with shares, the first ones. The jobs of further shares are only counted. */
    private void countReady(Map<String, Counts> queues) {
        long left = MOST_READY;
        String name = "";
        for (int probe = 0; name != null && probe <= MOST_NAMES; probe++) {
            Ready ready = database.query(
                            READY.formatted(Math.max(1, Math.min(left, MOST_COUNTED))),
                            (row, number) -> new Ready(
                                    row.getLong("jobs"), row.getLong("last_rank"), row.getString("next_queue")),
                            name,
                            name,
                            name)
                    .get(0);
            String queue = ShareNames.queue(name);
            Counts counts = queues.getOrDefault(queue, new Counts());
            if (ready.jobs > 0) {
                queues.put(queue, counts);
                counts.add(JobState.READY, ready.jobs);
                String share = ShareNames.within(queue, name);
                counts.shares += name.equals(queue) || share.equals(counts.lastShare) ? 0 : 1;
                counts.lastShare = share;
                counts.names++;
                Duration due = oldestDue(name, ready.lastRank);
                counts.oldestDue = counts.oldestDue == null || (due != null && due.compareTo(counts.oldestDue) > 0)
                        ? due
                        : counts.oldestDue;
                left -= ready.jobs;
            }
            if (counts.names < MOST_SHARES) {
                name = ready.nextQueue;
            } else {
                String end = ShareNames.end(queue);
                counts.add(JobState.READY, Objects.requireNonNull(database.value(FURTHER, Long.class, name, end)));
                name = end;
            }
        }
    }

    /** The number of ready jobs of a queue, their last rank, and the next queue that has ready jobs. */
    private record Ready(long jobs, long lastRank, @Nullable String nextQueue) {}

    /** Reads the first job of each priority by the index of claims. */
    private @Nullable Duration oldestDue(String queue, long lastRank) {
        String first =
                "SELECT job_rank, {until due_at} AS micros FROM baton_job WHERE state = 1 AND queue = ? AND job_rank > ?"
                        + Condition.orderOfClaims(database.dialect()) + " LIMIT 1";
        long[] rank = {Integer.MIN_VALUE - 1L};
        List<Long> due = new ArrayList<>();
        for (int probe = 0; rank[0] < lastRank && due.size() == probe && probe < MOST_PRIORITIES; probe++) {
            database.forEach(
                    first,
                    row -> {
                        rank[0] = row.getLong("job_rank");
                        due.add(row.getLong("micros"));
                    },
                    queue,
                    rank[0]);
        }
        return due.isEmpty() ? null : Micros.duration(Math.max(0, -Collections.min(due)));
    }

    /** Counts the workers of each queue, and adds served queues without jobs. */
    private void served(Map<String, Counts> queues) {
        String living = "SELECT queues FROM baton_worker WHERE dead = FALSE LIMIT " + MOST_WORKERS;
        for (String served : database.list(living, String.class)) {
            served.lines().forEach(queue -> queues.computeIfAbsent(queue, fresh -> new Counts()).workers++);
        }
    }

    private void pauses(Map<String, Counts> queues) {
        String pauses = "SELECT queue, {until MAX(paused_until)} AS micros FROM baton_pause WHERE queue = "
                + ShareNames.queueIn("queue") + " GROUP BY queue ORDER BY queue LIMIT "
                + MOST_QUEUES;
        database.forEach(pauses, row -> {
            Duration left = Micros.duration(row.getLong("micros"));
            if (left.compareTo(Duration.ZERO) > 0) {
                Counts counts = queues.computeIfAbsent(row.getString("queue"), queue -> new Counts());
                counts.paused = true;
                counts.pausedFor = left.compareTo(Reasons.FOR_EVER) > 0 ? null : left;
            }
        });
    }

    private static final class Counts {

        private final Map<JobState, Long> jobs = new EnumMap<>(JobState.class);
        private long workers;
        private @Nullable Duration oldestDue;
        private long shares;
        private @Nullable String lastShare;
        private int names;
        private final Map<String, Long> claimedOf = new HashMap<>(Map.of("", 0L));
        private boolean paused;
        private @Nullable Duration pausedFor;
        private @Nullable Instant closedUntil;

        private void add(JobState state, long more) {
            jobs.merge(state, more, Long::sum);
        }

        /** Counts no time before the window of this time, nor while the queue is closed. */
        private void in(OpeningHours hours, Instant now) {
            Instant began = hours.window(now);
            Duration open = Duration.between(began, now);
            closedUntil = open.isNegative() ? began : null;
            if (oldestDue != null && oldestDue.compareTo(open) > 0) {
                oldestDue = closedUntil == null ? open : Duration.ZERO;
            }
        }

        private long of(JobState state) {
            return jobs.getOrDefault(state, 0L);
        }

        private QueueStatus of(String queue) {
            return new QueueStatus(
                    queue,
                    of(JobState.READY),
                    of(JobState.SCHEDULED),
                    of(JobState.BLOCKED),
                    of(JobState.WAITING),
                    of(JobState.CLAIMED),
                    of(JobState.DEAD),
                    workers,
                    oldestDue,
                    paused,
                    pausedFor,
                    closedUntil,
                    shares,
                    Collections.max(claimedOf.values()));
        }
    }
}
