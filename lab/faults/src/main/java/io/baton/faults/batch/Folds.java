package io.baton.faults.batch;

import io.baton.faults.Report;
import io.baton.faults.story.Scene;

/** Many processes run the jobs of one batch, and each folds what it settled. */
record Folds(Crew crew, Opener opener, BatchTables tables, BatchScale scale, Report report) {

    void run() {
        for (int i = 0; i < scale.nodes(); i++) {
            crew.start();
        }
        for (int i = 0; i < scale.batches(); i++) {
            opener.simple(scale.jobs(), 0);
            report.check(
                    Scene.await(() -> tables.unfinished() == 0), "a batch that all processes fold is not complete");
        }
        report.figures().put("folding_nodes", tables.nodes());
        report.check(tables.nodes() == scale.nodes(), "only " + tables.nodes() + " processes took part");
        crew.killAll();
    }
}
