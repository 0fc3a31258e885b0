package io.baton.faults.story;

import io.baton.faults.Report;
import io.baton.faults.proxy.Cut;
import io.baton.faults.proxy.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A URL names two hosts of which one is dead, then mute: no beat hangs in the driver, so nobody takes the living worker for dead. */
final class SeveralHosts implements Story {

    private static final List<String> USUAL =
            List.of("--baton.worker.heartbeat=2s", "--baton.worker.dead-after=10s", "--knows.work=true");
    private static final int JOBS = 20;
    private static final int CUTS = 4;
    private static final Duration BETWEEN_CUTS = Duration.ofSeconds(6);
    private static final Duration ALL_GONE = Duration.ofSeconds(3);

    @Override
    public String name() {
        return "hosts";
    }

    @Override
    public void tell(Scene scene, Report report) {
        try (FaultProxy first = scene.network();
                FaultProxy second = scene.network()) {
            NodeProcess node = scene.node(with(
                    "--baton.worker.queues=long", "--spring.datasource.url=" + scene.url(first.port(), second.port())));
            NodeProcess witness = scene.node(with("--baton.worker.queues=default"));
            int jobs = work(scene, node, "beside two hosts");
            scene.cut(first);
            scene.fault(() -> first.cut(Cut.REFUSE));
            jobs += work(scene, node, "when one host is dead");
            scene.fault(() -> first.cut(Cut.STALL));
            for (int i = 0; i < CUTS; i++) {
                scene.cut(second);
                Scene.pause(BETWEEN_CUTS);
            }
            jobs += work(scene, node, "when one host is mute");
            second.cut(Cut.REFUSE);
            Scene.pause(ALL_GONE);
            second.cut(Cut.PASS);
            jobs += work(scene, node, "after both were gone");
            report.check(witness.process().isAlive(), "nobody was there who could take the worker for dead");
            look(scene, report, jobs);
        }
    }

    private static String[] with(String... options) {
        return Stream.concat(USUAL.stream(), List.of(options).stream()).toArray(String[]::new);
    }

    private static int work(Scene scene, NodeProcess node, String when) {
        scene.ready("long", "long", JOBS, "{\"millis\":20}");
        Scene.require(() -> scene.drained() && node.process().isAlive(), "jobs do not run " + when);
        return JOBS;
    }

    private static void look(Scene scene, Report report, int jobs) {
        long workers = scene.count("SELECT COUNT(*) FROM baton_worker");
        long dead = scene.count("SELECT COUNT(*) FROM baton_worker WHERE dead");
        long completed = scene.count("SELECT COUNT(*) FROM baton_job_history WHERE state = 4");
        report.figures().put("wrongly_dead", dead);
        report.figures().put("lost", jobs - completed);
        report.check(
                dead == 0 && workers == 2, "of " + workers + " workers that live " + dead + " were taken for dead");
        report.check(completed == jobs, "of " + jobs + " jobs " + completed + " completed");
    }
}
