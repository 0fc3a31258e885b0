package io.baton.faults.chaos;

import io.baton.faults.Figures;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.JdbcOperations;

/** How long jobs of a worker that was killed waited for the next, and how long the queue stood still after the database came back. */
final class Recovery {

    private static final String LAST_CLAIM = """
            SELECT MAX(again) FROM (
                SELECT MIN(c.at) AS again
                FROM audit u JOIN audit c ON c.job_id = u.job_id AND c.was = 1 AND c.became = 2 AND c.at >= u.at
                WHERE u.was = 2 AND u.became = 1 AND u.at >= ?
                AND u.worker IN (SELECT id FROM roster WHERE name = ?)
                GROUP BY u.job_id) firsts""";

    private static final Duration WINDOW =
            WorkerCommand.DEAD_AFTER.multipliedBy(2).plusSeconds(2);

    private final String prefix;
    private final JdbcOperations jdbc;
    private final List<WorkerProcess> workers;
    private final List<FaultInjector.Outage> outages;
    private final Figures figures;

    Recovery(
            String prefix,
            JdbcOperations jdbc,
            List<WorkerProcess> workers,
            List<FaultInjector.Outage> outages,
            Figures figures) {
        this.prefix = prefix;
        this.jdbc = jdbc;
        this.workers = workers;
        this.outages = outages;
        this.figures = figures;
    }

    /** Only where another worker was undisturbed meanwhile: anything else measures the plan of faults. */
    void measure() {
        jdbc.execute("CREATE INDEX IF NOT EXISTS audit_job ON audit (job_id, at)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS audit_worker ON audit (worker, at)");
        afterKills();
        if (!outages.isEmpty()) {
            afterOutages();
        }
    }

    private void afterKills() {
        List<Double> seconds = new ArrayList<>();
        for (WorkerProcess worker : workers) {
            Instant killed = worker.killed;
            if (killed != null && calm(killed)) {
                Instant again = instant(LAST_CLAIM, Timestamp.from(killed), worker.name);
                if (again != null && witnessed(killed, earlier(again, killed.plus(WINDOW)))) {
                    seconds.add(Duration.between(killed, again).toMillis() / 1e3);
                }
            }
        }
        put(prefix + "recovery", seconds);
    }

    private boolean witnessed(Instant from, Instant to) {
        return workers.stream().anyMatch(worker -> worker.soundThrough(from, to));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private boolean calm(Instant killed) {
        return outages.stream()
                .noneMatch(outage -> killed.isAfter(outage.from().minus(WINDOW))
                        && killed.isBefore(outage.to().plusSeconds(1)));
    }

    private void afterOutages() {
        List<Double> seconds = new ArrayList<>();
        for (FaultInjector.Outage outage : outages) {
            Instant first = instant("SELECT MIN(at) FROM effect WHERE at > ?", Timestamp.from(outage.to()));
            if (first != null && witnessed(outage.from(), first)) {
                seconds.add(Duration.between(outage.to(), first).toMillis() / 1e3);
            }
        }
        put("database_back_to_work", seconds);
    }

    private void put(String name, List<Double> seconds) {
        seconds.sort(null);
        figures.put(name + "_samples", seconds.size());
        if (!seconds.isEmpty()) {
            figures.put(name + "_median_s", seconds.get(seconds.size() / 2));
            figures.put(name + "_max_s", seconds.get(seconds.size() - 1));
        }
    }

    private @org.jspecify.annotations.Nullable Instant instant(String question, Object... parameters) {
        Timestamp answer = jdbc.queryForObject(question, Timestamp.class, parameters);
        return answer == null ? null : answer.toInstant();
    }
}
