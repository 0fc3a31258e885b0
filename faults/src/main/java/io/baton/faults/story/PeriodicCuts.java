package io.baton.faults.story;

import io.baton.faults.Report;
import java.time.Duration;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;

/** All connections are cut every few seconds and come back at once; a worker that dies meanwhile is found out in spite of that. */
final class PeriodicCuts implements Story {

    private static final List<String> USUAL =
            List.of("--baton.worker.heartbeat=2s", "--baton.worker.dead-after=10s", "--knows.work=true");
    private static final int JOBS = 5;

    @Override
    public String name() {
        return "cuts";
    }

    @Override
    public void tell(Scene scene, Report report) {
        recovery(scene, report, 4);
        scene.clear();
        recovery(scene, report, 9);
    }

    private static void recovery(Scene scene, Report report, int everySeconds) {
        NodeProcess victim = scene.node(USUAL.toArray(String[]::new));
        scene.ready("long", "long", JOBS, "{\"millis\":600000}");
        Scene.await(() -> victim.starts() >= 4);
        long worker = scene.count("SELECT MAX(worker_id) FROM baton_job WHERE state = 2");
        NodeProcess witness = scene.node(USUAL.toArray(String[]::new));
        Timer cuts = new Timer("cuts", true);
        cuts.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        victim.network().reset();
                        witness.network().reset();
                    }
                },
                0,
                everySeconds * 1_000L);
        Scene.pause(Duration.ofSeconds(5));
        victim.kill();
        long start = System.nanoTime();
        boolean back = Scene.await(
                () -> scene.count("SELECT COUNT(*) FROM baton_job WHERE state = 2 AND worker_id = ?", worker) == 0,
                Duration.ofSeconds(60));
        cuts.cancel();
        report.figures().put("recovery_" + everySeconds + "_s", (System.nanoTime() - start) / 1e9);
        report.check(back, "cuts every " + everySeconds + " s keep a dead worker's jobs from being taken back");
    }
}
