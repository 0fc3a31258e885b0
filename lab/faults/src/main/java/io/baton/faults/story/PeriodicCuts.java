package io.baton.faults.story;

import io.baton.faults.Report;
import java.time.Duration;
import java.util.List;

/** All connections are cut every few seconds and come back at once; a worker that dies meanwhile is found out in spite of that. */
final class PeriodicCuts implements Story {

    private static final List<String> USUAL =
            List.of("--baton.worker.heartbeat=2s", "--baton.worker.dead-after=10s", "--knows.work=true");
    private static final int JOBS = 5;
    private static final int CUTS_BEFORE = 2;
    /** A dead worker that is not found out in this time is never found out. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "cuts";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void tell(Scene scene, Report report) {
        recovery(scene, report, 4);
        scene.clear();
        recovery(scene, report, 9);
    }

    private static void recovery(Scene scene, Report report, int everySeconds) {
        Duration between = Duration.ofSeconds(everySeconds);
        NodeProcess victim = scene.node(USUAL.toArray(String[]::new));
        scene.ready("long", "long", JOBS, "{\"millis\":600000}");
        Scene.require(() -> victim.starts() >= 4, "the jobs of the one that is to die do not start");
        long worker = scene.count("SELECT MAX(worker_id) FROM baton_job WHERE state = 2");
        NodeProcess witness = scene.node(USUAL.toArray(String[]::new));
        for (int i = 0; i < CUTS_BEFORE; i++) {
            scene.cut(victim.network());
            scene.cut(witness.network());
            Scene.pause(between);
        }
        victim.kill();
        long start = System.nanoTime();
        boolean back = false;
        while (!back && System.nanoTime() - start < scene.patience(LONGEST).toNanos()) {
            scene.cut(witness.network());
            back = Scene.await(() -> held(scene, worker) == 0, between);
        }
        report.figures().put("recovery_" + everySeconds + "_s", (System.nanoTime() - start) / 1e9);
        report.check(back, "cuts every " + everySeconds + " s keep a dead worker's jobs from being taken back");
        Scene.require(() -> witness.starts() > 0, "the jobs of the dead one do not run elsewhere");
    }

    private static long held(Scene scene, long worker) {
        return scene.count("SELECT COUNT(*) FROM baton_job WHERE state = 2 AND worker_id = ?", worker);
    }
}
