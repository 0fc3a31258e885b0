package io.baton.faults.story;

import io.baton.faults.Report;
import java.time.Duration;

/** A handler that ends its JVM in good order is as deadly as one that crashes it: after a few workers its job is dead. */
final class ExitInHandler implements Story {

    private static final int MOST_EXITS = 8;
    private static final int INNOCENTS = 20;

    @Override
    public String name() {
        return "exit";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void tell(Scene scene, Report report) {
        scene.ready("exit", "default", 1, "{}");
        scene.ready("pause", "default", INNOCENTS, "{\"millis\":300}");
        int exits = 0;
        while (exits < MOST_EXITS && dead(scene) == 0) {
            NodeProcess node = scene.node(
                    "--knows.work=true",
                    "--spring.lifecycle.timeout-per-shutdown-phase=3s",
                    "--baton.worker.concurrency=4");
            Scene.require(
                    () -> !node.process().isAlive() || dead(scene) == 1,
                    scene.patience(Duration.ofSeconds(60)),
                    "a handler that exits does not end its worker");
            exits += node.process().isAlive() ? 0 : 1;
            node.close();
        }
        scene.node("--knows.work=true");
        boolean drained = Scene.await(scene::drained);
        report.figures().put("exits", exits);
        report.check(exits > 1, "a handler that exits is dead after it ended " + exits + " workers");
        report.check(dead(scene) == 1, "a handler that exits ended " + exits + " workers and is not dead");
        report.check(drained, "jobs beside one that exits are not run");
        long innocent = scene.count("SELECT COUNT(*) FROM baton_job WHERE state = 5 AND type <> 'exit'");
        report.figures().put("innocent_dead", innocent);
        report.check(innocent == 0, "jobs beside one that exits are dead: " + innocent);
    }

    private static long dead(Scene scene) {
        return scene.count("SELECT COUNT(*) FROM baton_job WHERE state = 5 AND type = 'exit'");
    }
}
