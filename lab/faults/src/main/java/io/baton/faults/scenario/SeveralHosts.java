package io.baton.faults.scenario;

import io.baton.faults.Report;
import io.baton.faults.proxy.Cut;
import io.baton.faults.proxy.FaultProxy;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** A URL names two hosts of which one is dead, then mute: no heartbeat hangs in the driver, so the living worker is not declared dead. */
final class SeveralHosts implements Scenario {

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
    public void run(Cluster cluster, Report report) {
        try (FaultProxy first = cluster.network();
                FaultProxy second = cluster.network()) {
            NodeProcess node = cluster.node(with(
                    "--baton.worker.queues=long",
                    "--spring.datasource.url=" + cluster.url(first.port(), second.port())));
            NodeProcess witness = cluster.node(with("--baton.worker.queues=default"));
            int jobs = work(cluster, node, "beside two hosts");
            cluster.cut(first);
            cluster.fault(() -> first.cut(Cut.REFUSE));
            jobs += work(cluster, node, "when one host is dead");
            cluster.fault(() -> first.cut(Cut.STALL));
            for (int i = 0; i < CUTS; i++) {
                cluster.cut(second);
                Cluster.pause(BETWEEN_CUTS);
            }
            jobs += work(cluster, node, "when one host is mute");
            second.cut(Cut.REFUSE);
            Cluster.pause(ALL_GONE);
            second.cut(Cut.PASS);
            jobs += work(cluster, node, "after both were gone");
            report.check(witness.process().isAlive(), "no other worker was there that could declare it dead");
            look(cluster, report, jobs);
        }
    }

    private static String[] with(String... options) {
        return Stream.concat(USUAL.stream(), List.of(options).stream()).toArray(String[]::new);
    }

    private static int work(Cluster cluster, NodeProcess node, String when) {
        cluster.ready("long", "long", JOBS, "{\"millis\":20}");
        Cluster.require(() -> cluster.drained() && node.process().isAlive(), "jobs do not run " + when);
        return JOBS;
    }

    private static void look(Cluster cluster, Report report, int jobs) {
        long workers = cluster.count("SELECT COUNT(*) FROM baton_worker");
        long dead = cluster.count("SELECT COUNT(*) FROM baton_worker WHERE dead");
        long completed = cluster.count("SELECT COUNT(*) FROM baton_job_history WHERE state = 4");
        report.figures().put("wrongly_dead", dead);
        report.figures().put("lost", jobs - completed);
        report.check(
                dead == 0 && workers == 2, "of " + workers + " workers that live " + dead + " were taken for dead");
        report.check(completed == jobs, "of " + jobs + " jobs " + completed + " completed");
    }
}
