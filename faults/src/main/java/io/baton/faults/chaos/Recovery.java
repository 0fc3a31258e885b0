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
                AND u.worker IN (SELECT id FROM baton_worker WHERE name = ?)
                GROUP BY u.job_id) firsts""";

    private Recovery() {}

    static void measure(
            JdbcOperations jdbc, List<Generation> generations, List<Nemesis.Outage> outages, Figures figures) {
        jdbc.execute("CREATE INDEX audit_job ON audit (job_id, at)");
        jdbc.execute("CREATE INDEX audit_worker ON audit (worker, at)");
        List<Double> seconds = new ArrayList<>();
        for (Generation generation : generations) {
            Instant killed = generation.killed;
            if (killed != null
                    && generation.witnesses > 1
                    && outages.stream().noneMatch(outage -> overlaps(killed, outage))) {
                Instant again = instant(jdbc, LAST_CLAIM, Timestamp.from(killed), generation.name);
                if (again != null) {
                    seconds.add(Duration.between(killed, again).toMillis() / 1e3);
                }
            }
        }
        seconds.sort(null);
        if (!seconds.isEmpty()) {
            figures.put("recovery_median_s", seconds.get(seconds.size() / 2));
            figures.put("recovery_max_s", seconds.get(seconds.size() - 1));
        }
        double longest = 0;
        for (Nemesis.Outage outage : outages) {
            Instant first = instant(jdbc, "SELECT MIN(at) FROM effect WHERE at > ?", Timestamp.from(outage.to()));
            longest = first == null || outage.witnesses() < 2
                    ? longest
                    : Math.max(longest, Duration.between(outage.to(), first).toMillis() / 1e3);
        }
        figures.put("database_back_to_work_max_s", longest);
    }

    private static boolean overlaps(Instant killed, Nemesis.Outage outage) {
        return killed.isAfter(outage.from().minusSeconds(10))
                && killed.isBefore(outage.to().plusSeconds(1));
    }

    private static @org.jspecify.annotations.Nullable Instant instant(
            JdbcOperations jdbc, String question, Object... parameters) {
        Timestamp answer = jdbc.queryForObject(question, Timestamp.class, parameters);
        return answer == null ? null : answer.toInstant();
    }
}
