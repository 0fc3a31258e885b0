package io.baton.faults.scenario;

import io.baton.faults.Report;
import java.time.Duration;

/**
 * A transactional handler deletes its own row. The refused completion of a claim that stands looks as if the server were behind: it is repeated with
 * pauses, but not for ever.
 */
final class DeletedRow implements Scenario {

    private static final int INTERRUPTIONS = 20;

    @Override
    public String name() {
        return "deleted";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        NodeProcess node = cluster.node("--knows.work=true");
        cluster.ready("gone", "default", 1, "{}");
        boolean over = Cluster.await(cluster::drained, Duration.ofMinutes(4));
        long dead = cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 5 AND type = 'gone'");
        report.figures().put("runs", node.starts());
        report.check(over, "a handler that deletes its own row runs again for ever");
        report.check(
                node.starts() == INTERRUPTIONS,
                "a handler that deletes its own row runs " + node.starts() + " times, with " + INTERRUPTIONS
                        + " interruptions in a row");
        report.check(dead == 1, "a handler that deletes its own row does not end dead");
    }
}
