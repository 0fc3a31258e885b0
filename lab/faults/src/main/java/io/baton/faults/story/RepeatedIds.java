package io.baton.faults.story;

import io.baton.faults.Report;

/** Somebody truncates the table, its ids start anew, and history knows them already. */
final class RepeatedIds implements Story {

    private static final int JOBS = 50;

    @Override
    public String name() {
        return "ids";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void tell(Scene scene, Report report) {
        scene.node("--knows.work=true");
        scene.fault(scene.tables::restartIds);
        for (int i = 0; i < 2; i++) {
            scene.ready("effect", "default", JOBS, "{\"millis\":1}");
            scene.ready("pause", "default", JOBS, "{\"millis\":1}");
            report.check(Scene.await(scene::drained), "jobs are left over");
            scene.fault(scene.tables::restartIds);
        }
        long effects = scene.count("SELECT COUNT(*) FROM effect");
        long ended = scene.count("SELECT COUNT(*) FROM baton_job_history WHERE state = 4");
        report.figures().put("effects", effects);
        report.check(effects == 2 * JOBS, "of " + 2 * JOBS + " jobs with effects " + effects + " had them");
        report.check(ended == 2 * JOBS, "history knows " + ended + " of the last " + 2 * JOBS + " jobs");
    }
}
