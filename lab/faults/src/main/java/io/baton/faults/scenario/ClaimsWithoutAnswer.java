package io.baton.faults.scenario;

import io.baton.Jobs;
import io.baton.faults.Report;
import io.baton.faults.chaos.Traces;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.context.ConfigurableApplicationContext;

/** The commits of claims of Once have no answer, once with an outage after it: what no other job claims is performed all the same. */
final class ClaimsWithoutAnswer implements Scenario {

    private static final int KEYS = 40;
    /** Longer than a claim looks up the result of its commit. */
    private static final int OUTAGE_MILLIS = 7_000;

    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Override
    public String name() {
        return "once";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        NodeProcess node = cluster.node(
                "--knows.keys=true",
                "--cuts.database=" + cluster.databasePort(),
                "--spring.datasource.url=" + cluster.url("${" + CommitCuts.PORT + "}"),
                "--spring.datasource.hikari.connection-timeout=1000");
        try (ConfigurableApplicationContext application = cluster.withoutWorker()) {
            application
                    .getBean(Jobs.class)
                    .enqueueAll(IntStream.range(0, KEYS)
                            .mapToObj(i -> new KeyHandlers.Key(i, i % 2 == 1, i >= KEYS - 2 ? OUTAGE_MILLIS : 0)));
        }
        boolean ended = Cluster.await(cluster::drained, cluster.patience(LONGEST));
        List<Traces.Line> notes = node.notes();
        List<Long> performed = items(notes, "act");
        long cuts = items(notes, "cut").size();
        long outages = items(notes, "cut").stream().filter(away -> away > 0).count();
        long dead = cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 5");
        long missing = KEYS - performed.stream().distinct().count();
        report.figures().put("stuck", Math.max(missing, dead));
        report.figures()
                .put(
                        "performed_twice",
                        performed.size() - performed.stream().distinct().count());
        report.figures().put("cuts", cuts);
        report.figures().put("skipped", items(notes, "skipped").size());
        report.check(
                cuts >= KEYS / 2 && outages > 0, "nothing is proved: the answers of " + cuts + " commits were cut");
        report.check(ended, "claims whose commit had no answer have not ended");
        report.check(dead == 0, dead + " jobs are dead since they claimed something themselves");
        report.check(missing == 0, "of " + KEYS + " keys " + missing + " are never performed");
        report.check(
                performed.size() == performed.stream().distinct().count(), "a key is performed twice: " + performed);
    }

    private static List<Long> items(List<Traces.Line> notes, String what) {
        return notes.stream()
                .filter(line -> line.what().equals(what))
                .map(Traces.Line::item)
                .toList();
    }
}
