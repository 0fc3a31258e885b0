package io.baton.monitor.jdbc;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.jdbc.Condition;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.QueueStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the jobs of each queue. Ready ones are counted by the index of the claims, a queue at a time; all other states by one statement,
 * which reads a bounded number of rows.
 */
record QueueCounts(Database database) {

    /** The number of ready jobs of all queues together that are counted; for queues after these only whether they have some is known. */
    private static final long MOST_READY = 1_000_000;

    /** The number of priorities in which the oldest job of a queue is read. */
    private static final int MOST_PRIORITIES = 20;

    /** The number of living workers whose queues are read. */
    private static final int MOST_WORKERS = 10_000;

    private static final String BOUND = " LIMIT " + Monitor.MOST_COUNTED + ")";

    private static final String OTHERS = "SELECT 0 AS state, queue, COUNT(*) AS jobs FROM"
            + " (SELECT queue FROM baton_job WHERE state = 0 ORDER BY due_at, id" + BOUND
            + " AS scheduled GROUP BY queue"
            + " UNION ALL SELECT 2, queue, COUNT(*) FROM"
            + " (SELECT queue FROM baton_job WHERE state = 2" + BOUND + " AS claimed GROUP BY queue"
            + " UNION ALL SELECT 5, queue, COUNT(*) FROM"
            + " (SELECT queue FROM baton_job WHERE state = 5" + BOUND + " AS dead GROUP BY queue"
            + " UNION ALL SELECT 3, queue, COUNT(DISTINCT job_id) FROM"
            + " (SELECT queue, job_id FROM baton_permit WHERE state = 1" + BOUND + " AS waiting GROUP BY queue";

    private static final String READY = "SELECT (SELECT COUNT(*) FROM"
            + " (SELECT 1 FROM baton_job WHERE state = 1 AND queue = ? LIMIT %s) AS ready) AS jobs,"
            + " (SELECT MIN(queue) FROM baton_job WHERE state = 1 AND queue > ?) AS next_queue";

    List<QueueStatus> queues() {
        Map<String, Counts> queues = new TreeMap<>();
        database.forEach(OTHERS, row -> {
            Counts counts = queues.computeIfAbsent(row.getString("queue"), queue -> new Counts());
            counts.add(row.getInt("state"), row.getLong("jobs"));
        });
        countReady(queues);
        pauses(queues);
        served(queues);
        return queues.entrySet().stream()
                .limit(Monitor.MOST_QUEUES)
                .map(queue -> queue.getValue().of(queue.getKey()))
                .toList();
    }

    private void countReady(Map<String, Counts> queues) {
        long left = MOST_READY;
        String queue = "";
        for (int probe = 0; queue != null && probe <= Monitor.MOST_QUEUES; probe++) {
            Ready ready = database.query(
                            READY.formatted(Math.max(1, Math.min(left, Monitor.MOST_COUNTED))),
                            (row, number) -> new Ready(row.getLong("jobs"), row.getString("next_queue")),
                            queue,
                            queue)
                    .get(0);
            if (ready.jobs > 0) {
                Counts counts = queues.computeIfAbsent(queue, fresh -> new Counts());
                counts.ready = ready.jobs;
                counts.oldestDue = oldestDue(queue);
                left -= ready.jobs;
            }
            queue = ready.nextQueue;
        }
    }

    /** The jobs of a queue that are ready, and the next queue that has some. */
    private record Ready(long jobs, @Nullable String nextQueue) {}

    /** Reads the first job of each priority, by the index of the claims. */
    private @Nullable Duration oldestDue(String queue) {
        String first =
                "SELECT job_rank, {until due_at} AS micros FROM baton_job WHERE state = 1 AND queue = ? AND job_rank > ?"
                        + Condition.orderOfClaims(database.dialect()) + " LIMIT 1";
        Long oldest = null;
        long rank = Integer.MIN_VALUE - 1L;
        for (int probe = 0; probe < MOST_PRIORITIES; probe++) {
            List<long[]> found = database.query(
                    first, (row, number) -> new long[] {row.getLong("job_rank"), row.getLong("micros")}, queue, rank);
            if (found.isEmpty()) {
                break;
            }
            rank = found.get(0)[0];
            oldest = oldest == null ? found.get(0)[1] : Math.min(oldest, found.get(0)[1]);
        }
        return oldest == null ? null : Micros.duration(Math.max(0, -oldest));
    }

    /** Counts the workers of each queue, and adds served queues, which may be empty. */
    private void served(Map<String, Counts> queues) {
        String living = "SELECT queues FROM baton_worker WHERE dead = FALSE LIMIT " + MOST_WORKERS;
        for (String served : database.list(living, String.class)) {
            served.lines().forEach(queue -> queues.computeIfAbsent(queue, fresh -> new Counts()).workers++);
        }
    }

    private void pauses(Map<String, Counts> queues) {
        String pauses = "SELECT queue, " + QueueReasons.pauseLeft(database.dialect())
                + " AS micros FROM baton_pause GROUP BY queue ORDER BY queue LIMIT " + Monitor.MOST_QUEUES;
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

        private long ready;
        private long scheduled;
        private long waitingForPermits;
        private long claimed;
        private long dead;
        private long workers;
        private @Nullable Duration oldestDue;
        private boolean paused;
        private @Nullable Duration pausedFor;

        private void add(int state, long jobs) {
            switch (state) {
                case 0 -> scheduled = jobs;
                case 2 -> claimed = jobs;
                case 3 -> waitingForPermits = jobs;
                default -> dead = jobs;
            }
        }

        private QueueStatus of(String queue) {
            return new QueueStatus(
                    queue, ready, scheduled, waitingForPermits, claimed, dead, workers, oldestDue, paused, pausedFor);
        }
    }
}
