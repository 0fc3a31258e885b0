package io.baton.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A contestant with its settings.
 *
 * @param name what it is called in the table
 * @param kind whose code it runs and whose tables it fills
 * @param share how many jobs it is given: one in so many, since some would take minutes where others take a second
 */
record Entrant(String name, Kind kind, int share, List<String> settings) {

    private static final List<String> EIGHT_THREADS = List.of("baton.queues.work.concurrency=8");

    static final Entrant PLAIN = new Entrant("plain sql", Kind.PLAIN_POSTGRES, 1, List.of("loops=2", "batch=100"));
    /** The best that plain SQL does: claims wait for no disk, as Baton's do, and batches are as large as they are worth. */
    static final List<Entrant> BEST_PLAIN = Stream.of(100, 300, 1_000)
            .map(batch -> PLAIN.named("plain sql, " + batch).with("batch=" + batch, "lazy=true"))
            .toList();

    /** On a table that has nothing that could be spared. */
    static final Entrant LEAN = new Entrant("plain sql, lean", Kind.PLAIN_LEAN, 1, List.of());

    static final Entrant BATON =
            new Entrant("baton", Kind.BATON, 1, EIGHT_THREADS).with("baton.retention.completed=0s");
    static final Entrant BATON_HISTORY = new Entrant("baton, history", Kind.BATON, 1, EIGHT_THREADS);

    /** As docs/performance.md of db-scheduler measures it with the fewest threads. */
    static final Entrant DB_SCHEDULER = new Entrant(
            "db-scheduler", Kind.DB_SCHEDULER, 4, List.of("threads=8", "lower=4.0", "upper=20.0", "poll=100"));

    /** At its shortest poll interval. */
    static final Entrant JOBRUNR = new Entrant("jobrunr", Kind.JOBRUNR, 10, List.of("threads=8", "poll=5000"));

    static final Entrant QUARTZ = new Entrant("quartz", Kind.QUARTZ, 100, List.of("threads=8", "batched=true"));

    /** As shipped, but for the number of workers. */
    static final Entrant GRAPHILE_WORKER = new Entrant("graphile-worker", Kind.GRAPHILE_WORKER, 8, List.of());

    static final Entrant PG_BOSS = new Entrant("pg-boss", Kind.PG_BOSS, 8, List.of());

    /** Whose code, and how its tables are queried. */
    enum Kind {
        PLAIN_POSTGRES("plain-postgres", "baton_job", "state IN (1, 2)"),
        PLAIN_LEAN("plain-lean", "lean_job", "true"),
        PLAIN_MARIADB("plain-mariadb", "baton_job", "state IN (1, 2)"),
        BATON("baton", "baton_job", "state IN (1, 2)"),
        DB_SCHEDULER("db-scheduler", "scheduled_tasks", "true"),
        JOBRUNR("jobrunr", "jobrunr_jobs", "state IN ('ENQUEUED', 'PROCESSING')"),
        QUARTZ("quartz", "qrtz_triggers", "true"),
        GRAPHILE_WORKER("graphile-worker", "graphile_worker._private_jobs", "true"),
        PG_BOSS("pg-boss", "pgboss.job", "state < 'completed'");

        final String contestant;
        final String table;
        private final String unfinished;

        Kind(String contestant, String table, String unfinished) {
            this.contestant = contestant;
            this.table = table;
            this.unfinished = unfinished;
        }

        boolean runsInNode() {
            return this == GRAPHILE_WORKER || this == PG_BOSS;
        }

        String anyUnfinished() {
            return "SELECT count(*) FROM (SELECT 1 FROM " + table + " WHERE " + unfinished + " LIMIT 1) AS one";
        }

        String unfinished() {
            return "SELECT count(*) FROM " + table + " WHERE " + unfinished;
        }
    }

    Entrant with(String... more) {
        return new Entrant(
                name,
                kind,
                share,
                Stream.concat(settings.stream(), Arrays.stream(more)).toList());
    }

    Entrant workers(int number) {
        return switch (kind) {
            case BATON -> with("baton.queues.work.concurrency=" + number);
            case DB_SCHEDULER -> with("threads=" + number);
            default -> with("workers=" + number);
        };
    }

    /** With payloads of so many bytes and a few more. */
    Entrant filler(int bytes) {
        return kind == Kind.BATON ? with("job=large", "benchmark.filler=" + bytes) : with("filler=" + bytes);
    }

    /** With one in so many of the jobs. */
    Entrant oneIn(int jobs) {
        return new Entrant(name, kind, jobs, settings);
    }

    Entrant named(String other) {
        return new Entrant(other, kind, share, settings);
    }

    Entrant onMariaDb() {
        return new Entrant(name, kind == Kind.PLAIN_POSTGRES ? Kind.PLAIN_MARIADB : kind, share, settings);
    }

    /** Without its settings. */
    Entrant asShipped() {
        return new Entrant(name, kind, share, List.of());
    }
}
