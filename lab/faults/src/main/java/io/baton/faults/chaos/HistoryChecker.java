package io.baton.faults.chaos;

import io.baton.faults.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.jdbc.core.JdbcOperations;

/** Compares the history of the clients with what is left in the tables and files. The numbers of invariants are those of the design. */
final class HistoryChecker {

    private static final Set<String> TRANSACTIONAL = Set.of("effect", "effects", "flaky");
    private static final Set<String> PLAIN = Set.of("mark", "slow");
    private static final int SHOWN = 10;
    private static final int CRASHES_OF_DEAD = 5;
    private static final int STARTS_COUNTED = 4;
    private static final Pattern ITEM = Pattern.compile(".*\"item\":(\\d+).*");

    private final JdbcOperations jdbc;
    private final EnqueueHistory history;
    private final List<Traces.Line> traces;
    private final Report report;
    private final Map<Long, Integer> effects = new HashMap<>();
    private final Map<Long, Integer> ends = new HashMap<>();
    private final Map<Long, Integer> starts = new HashMap<>();
    private final Set<Long> ledger = new HashSet<>();
    private final Map<Long, DeadJob> dead = new HashMap<>();

    HistoryChecker(JdbcOperations jdbc, EnqueueHistory history, List<Traces.Line> traces, Report report) {
        this.jdbc = jdbc;
        this.history = history;
        this.traces = traces;
        this.report = report;
    }

    private record DeadJob(long id, String type, int attempt, int crashes, String error) {}

    void check() {
        read();
        lostAndDoubled();
        atomicCompletion();
        ends();
        deadJobs();
        transactionalEnqueue();
        states();
    }

    private void read() {
        jdbc.query("SELECT item, COUNT(*) FROM effect GROUP BY item", row -> {
            effects.put(row.getLong(1), row.getInt(2));
        });
        jdbc.query("SELECT item FROM ledger", row -> {
            ledger.add(row.getLong(1));
        });
        jdbc.query("SELECT payload, type, attempt, crashes, error, id FROM baton_job WHERE state = 5", row -> {
            dead.put(
                    Long.valueOf(ITEM.matcher(row.getString(1)).replaceAll("$1")),
                    new DeadJob(
                            row.getLong(6),
                            row.getString(2),
                            row.getInt(3),
                            row.getInt(4),
                            String.valueOf(row.getString(5))));
        });
        for (Traces.Line line : traces) {
            if (line.what().equals("start")) {
                starts.merge(line.item(), 1, Integer::sum);
            } else if (line.what().equals("end")) {
                ends.merge(line.item(), 1, Integer::sum);
            }
        }
    }

    /** I1, I3: what was acknowledged is there, once. */
    private void lostAndDoubled() {
        List<Long> lost = new ArrayList<>();
        List<Long> doubled = new ArrayList<>();
        List<Long> unexpected = new ArrayList<>();
        long recovered = 0;
        for (EnqueueHistory.Sent sent : history.all()) {
            int seen = seen(sent);
            if (sent.result() == EnqueueHistory.Result.OK && seen == 0) {
                lost.add(sent.item());
            }
            if (sent.result() == EnqueueHistory.Result.FAIL && seen > 0) {
                unexpected.add(sent.item());
            }
            if (TRANSACTIONAL.contains(sent.type()) && seen > 1) {
                doubled.add(sent.item());
            }
            recovered += sent.result() == EnqueueHistory.Result.INFO && seen > 0 ? 1 : 0;
        }
        none("lost", lost, "I1: acknowledged items have left no trace");
        none("double_effects", doubled, "I3: items have more than one effect");
        none("unexpected", unexpected, "I12: items whose enqueue was rolled back exist");
        report.figures().put("unknown_outcomes", history.count(EnqueueHistory.Result.INFO));
        report.figures().put("unknown_but_there", recovered);
    }

    private int seen(EnqueueHistory.Sent sent) {
        if (dead.containsKey(sent.item())) {
            return 1;
        }
        if (PLAIN.contains(sent.type())) {
            return ends.getOrDefault(sent.item(), 0);
        }
        return TRANSACTIONAL.contains(sent.type()) ? effects.getOrDefault(sent.item(), 0) : 0;
    }

    private void none(String figure, List<Long> items, String violation) {
        report.figures().put(figure, items.size());
        report.check(
                items.isEmpty(),
                violation + ": " + items.size() + ", such as "
                        + items.stream().sorted().limit(SHOWN).toList());
    }

    /** I2, I4: an effect and its completion are one, of one attempt. */
    private void atomicCompletion() {
        zero(
                "effect_without_completion",
                "SELECT COUNT(*) FROM effect e WHERE NOT EXISTS"
                        + " (SELECT 1 FROM baton_job_history h WHERE h.id = e.job_id AND h.state = 4 AND h.attempt = e.attempt)",
                "I2, I4: effects whose attempt did not complete the job");
        zero(
                "completion_without_effect",
                "SELECT COUNT(*) FROM baton_job_history h WHERE h.state = 4 AND h.type IN ('effect', 'effects', 'flaky')"
                        + " AND NOT EXISTS (SELECT 1 FROM effect e WHERE e.job_id = h.id)",
                "I2: completed jobs without their effect");
    }

    private void zero(String figure, String question, String violation) {
        long count = count(question);
        report.figures().put(figure, count);
        report.check(count == 0, violation + ": " + count);
    }

    private long count(String question) {
        Long answer = jdbc.queryForObject(question, Long.class);
        return answer == null ? 0 : answer;
    }

    /** I6: nothing is left over. */
    private void ends() {
        zero(
                "unfinished",
                "SELECT COUNT(*) FROM baton_job WHERE state <> 5",
                "I6: jobs that are neither done nor dead");
        long completed = count("SELECT COUNT(*) FROM baton_job_history WHERE state = 4");
        report.figures().put("completed", completed);
        long started = starts.values().stream().mapToInt(Integer::intValue).sum();
        report.figures().put("starts", started);
        report.figures().put("waste_percent", 100.0 * (started - starts.size()) / Math.max(1, starts.size()));
        report.figures()
                .put(
                        "fenced",
                        traces.stream()
                                .filter(line -> line.what().equals("fenced"))
                                .count());
    }

    /**
     * I8: dead is who should be. A job is so by the rules, too, that ran on four workers in a row which something else killed.
     */
    private void deadJobs() {
        List<Long> innocent = new ArrayList<>();
        List<Long> unlucky = new ArrayList<>();
        List<Long> wronglyFailed = new ArrayList<>();
        List<Long> wronglyLost = new ArrayList<>();
        dead.forEach((item, job) -> {
            if (job.type().equals("failing")) {
                addIf(job.attempt() != 2, item, wronglyFailed);
            } else if (job.type().equals("poison")) {
                addIf(job.crashes() != CRASHES_OF_DEAD || !job.error().startsWith("Worker lost"), item, wronglyLost);
            } else if (job.type().equals("exit")) {
                addIf(job.crashes() == 0, item, wronglyLost);
            } else if (claims(job) < CRASHES_OF_DEAD || starts.getOrDefault(item, 0) < STARTS_COUNTED) {
                innocent.add(item);
            } else {
                unlucky.add(item);
            }
        });
        report.figures().put("unlucky_dead", unlucky.size());
        none("innocent_dead", innocent, "I8: jobs are dead that did nothing wrong");
        none("failed_at_wrong_attempt", wronglyFailed, "I8: failing jobs are not dead after exactly their attempts");
        none(
                "poison_at_wrong_count",
                wronglyLost,
                "I8: poison is not dead after exactly four starts that were counted");
        report.figures().put("dead", dead.size());
        long most =
                poisonings().values().stream().mapToInt(Integer::intValue).max().orElse(0);
        report.figures().put("poison_crashes_max", most);
        report.check(most <= 8, "I8: one poisonous job took " + most + " workers with it");
    }

    private long claims(DeadJob job) {
        return count("SELECT COUNT(*) FROM audit WHERE was = 1 AND became = 2 AND job_id = " + job.id());
    }

    private Map<Long, Integer> poisonings() {
        Map<Long, Integer> deaths = new HashMap<>();
        traces.stream()
                .filter(line -> line.what().equals("poisoned"))
                .forEach(line -> deaths.merge(line.item(), 1, Integer::sum));
        return deaths;
    }

    private static void addIf(boolean wrong, long item, List<Long> items) {
        if (wrong) {
            items.add(item);
        }
    }

    /** I12: a job and what was written beside it exist together or not at all, also where the result is unknown. */
    private void transactionalEnqueue() {
        List<Long> torn = history.all().stream()
                .filter(EnqueueHistory.Sent::ledger)
                .filter(sent -> (seen(sent) > 0) != ledger.contains(sent.item()))
                .map(EnqueueHistory.Sent::item)
                .toList();
        none("torn_enqueues", torn, "I12: a job and its caller's row did not share their fate");
    }

    /** I16: only the edges of the protocol occur. */
    private void states() {
        zero(
                "illegal_edges",
                "SELECT COUNT(*) FROM audit WHERE NOT ("
                        + "(was = 0 AND became = 1) OR (was = 1 AND became = 2) OR (was = 2 AND became IS NULL)"
                        + " OR (was = 2 AND became IN (0, 1, 5)))",
                "I16: a state followed another that it must not follow");
    }
}
