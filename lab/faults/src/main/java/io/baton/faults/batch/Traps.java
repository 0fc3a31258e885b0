package io.baton.faults.batch;

import io.baton.faults.Report;
import io.baton.faults.batch.FoldTrap.Point;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Processes that are killed or frozen at a point of a fold, one after the other. What one leaves is all that the next one has. */
final class Traps {

    private static final int JOBS = 40;
    /** Longer than a process may be silent. */
    private static final Duration FROZEN = Duration.ofSeconds(5);

    private final BatchNodes nodes;
    private final BatchClient client;
    private final BatchTables tables;
    private final BatchScale scale;
    private final Report report;
    private int rounds;
    private int kills;
    private int freezes;
    private int unfolded;

    Traps(BatchNodes nodes, BatchClient client, BatchTables tables, BatchScale scale, Report report) {
        this.nodes = nodes;
        this.client = client;
        this.tables = tables;
        this.scale = scale;
        this.report = report;
    }

    void run() {
        for (int i = 0; i < scale.kills(); i++) {
            kill(Point.BEFORE_FOLD, i % 2 == 0);
        }
        report.figures().put("kills_before_fold", kills);
        report.figures().put("kills_with_acks_left", unfolded);
        report.check(unfolded == kills, "of " + kills + " kills only " + unfolded + " left something to be folded");
        for (int i = 0; i < scale.others(); i++) {
            kill(Point.IN_FOLD, i % 2 == 0);
            kill(Point.AFTER_COMPLETION, true);
            freeze(Point.BEFORE_FOLD);
            freeze(Point.IN_FOLD);
        }
        report.figures().put("kills", kills);
        report.figures().put("freezes", freezes);
        NodeProcess last = nodes.start();
        awaitAll();
        nodes.kill(last);
    }

    /**
     * Kills a process at a point.
     *
     * @param settled whether all jobs were settled by then, so that nothing but the fold is missing
     */
    private void kill(Point point, boolean settled) {
        NodeProcess victim = trapped(point);
        if (settled) {
            check(() -> tables.unfinishedItems() == 0, "the jobs of a batch are not settled");
        }
        if (point == Point.BEFORE_FOLD) {
            check(() -> tables.acks() > 0, "nothing was noted before a fold");
        }
        unfolded += tables.acks() > 0 ? 1 : 0;
        kills++;
        nodes.kill(victim);
    }

    /** Another process has time to take over, and does what can be done; then the first one goes on where it stopped. */
    private void freeze(Point point) {
        NodeProcess victim = trapped(point);
        NodeProcess other = nodes.start();
        victim.freeze();
        nodes.release(victim);
        Cluster.pause(FROZEN);
        victim.thaw();
        freezes++;
        awaitAll();
        nodes.kill(victim);
        nodes.kill(other);
    }

    /** A process finishes what was left, then stops in the fold of a batch of its own. */
    private NodeProcess trapped(Point point) {
        int round = ++rounds;
        NodeProcess victim = nodes.trapped(point, round);
        awaitAll();
        client.simple(JOBS, round);
        check(() -> nodes.isTrapped(victim), "no fold reached the point " + point);
        return victim;
    }

    private void awaitAll() {
        check(
                () -> tables.unfinished() == 0,
                "a batch is not complete after the kill or the freeze of round " + rounds);
    }

    private void check(BooleanSupplier condition, String otherwise) {
        if (!Cluster.await(condition)) {
            throw new IllegalStateException(otherwise);
        }
    }
}
