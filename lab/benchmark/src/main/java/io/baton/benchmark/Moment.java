package io.baton.benchmark;

import java.util.List;
import java.util.Locale;

/**
 * A contestant under traffic, looked at once.
 *
 * @param second since the beginning
 * @param enqueued jobs in all
 * @param completed jobs whose handlers ended, in all
 * @param waits of jobs that started since the moment before
 * @param deadRows of all of its tables, as the server counts them
 * @param megabytes of all of its tables and indexes
 * @param heap megabytes after the last collection that was requested
 */
record Moment(
        double second,
        String phase,
        long enqueued,
        long completed,
        Waits waits,
        long deadRows,
        double megabytes,
        double heap) {

    static final String HEADER =
            "second,phase,enqueued,completed,backlog,p50_ms,p99_ms,dead_rows,tables_mb,heap_after_gc_mb";

    static Moment first() {
        return new Moment(0, "", 0, 0, Waits.of(List.of()), 0, 0, 0);
    }

    long backlog() {
        return enqueued - completed;
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%.1f,%s,%d,%d,%d,%.3f,%.3f,%d,%.2f,%.1f",
                second,
                phase,
                enqueued,
                completed,
                backlog(),
                waits.percentile(50),
                waits.percentile(99),
                deadRows,
                megabytes,
                heap);
    }
}
