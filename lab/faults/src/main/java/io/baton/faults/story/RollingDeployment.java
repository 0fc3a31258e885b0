package io.baton.faults.story;

import io.baton.faults.Report;

/** Old nodes that do not know a type neither take its jobs from the new ones nor slow them down. */
final class RollingDeployment implements Story {

    private static final int JOBS = 4_000;
    private static final int ROUNDS = 2;

    @Override
    public String name() {
        return "types";
    }

    @Override
    public void tell(Scene scene, Report report) {
        scene.node("--knows.work=true", "--baton.worker.concurrency=10");
        drain(scene);
        double alone = fastest(scene);
        scene.fault(() -> scene.node("--knows.other=true", "--baton.worker.concurrency=10"));
        scene.fault(() -> scene.node("--knows.other=true", "--baton.worker.concurrency=10"));
        drain(scene);
        double beside = fastest(scene);
        long living = scene.count("SELECT COUNT(*) FROM baton_worker WHERE NOT dead");
        report.check(living == 3, "there were " + living + " nodes, not one that knows the type and two that do not");
        report.figures().put("alone_s", alone);
        report.figures().put("beside_s", beside);
        report.figures().ratio("knowing_ratio", alone / beside);
        report.check(alone / beside >= 0.9, "nodes that do not know a type slow down the one that does");
        long retried = scene.count("SELECT COUNT(*) FROM baton_job_history WHERE attempt > 1");
        report.check(retried == 0, retried + " jobs lost an attempt to nodes that do not know their type");
    }

    private static double fastest(Scene scene) {
        double fastest = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            fastest = Math.min(fastest, drain(scene));
        }
        return fastest;
    }

    private static double drain(Scene scene) {
        scene.jdbc.update("DELETE FROM baton_job_history");
        scene.ready("pause", "default", JOBS, "{\"millis\":10}");
        Scene.require(scene::drained, "jobs are left over");
        long completed = scene.count("SELECT COUNT(*) FROM baton_job_history WHERE state = 4");
        Scene.require(() -> completed == JOBS, "of " + JOBS + " jobs " + completed + " completed");
        return scene.seconds(
                "SELECT EXTRACT(EPOCH FROM MAX(ended_at) - MIN(claimed_at)) FROM baton_job_history WHERE state = 4");
    }
}
