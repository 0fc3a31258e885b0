package io.baton.faults.limit;

import io.baton.Jobs;
import io.baton.Semaphores;
import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.springframework.context.ApplicationContext;

/** Three processes of 48 handler threads against semaphores: without faults, with a queue paused, and killed and frozen. */
final class Permits {

    static final int CAPACITY = 16;
    static final int SHRUNK = 8;
    static final int PER_ACCOUNT = 3;
    static final int LEFT = 4;
    static final int RIGHT = 2;

    private static final int NODES = 3;
    private static final int SIMPLE = 1_000;
    private static final Duration CALM = Duration.ofSeconds(6);
    private static final Duration FAULTS_LAST = Duration.ofSeconds(60);
    private static final Duration SHRUNK_FOR = Duration.ofSeconds(2);

    private final Report report;
    private final Tables tables;
    private final Clock clock;
    private final Semaphores semaphores;
    private final Jobs jobs;
    private final LimitNodes nodes;
    private final LimitClient client;
    private final Random random;
    private final List<LimitNodes.Span> shrunk = new ArrayList<>();

    Permits(Cluster cluster, ApplicationContext context, Tables tables, long seed, Report report) {
        this.report = report;
        this.tables = tables;
        this.clock = new Clock(tables.kind(), tables.jdbc());
        this.semaphores = context.getBean(Semaphores.class);
        this.jobs = context.getBean(Jobs.class);
        this.client = new LimitClient(jobs, tables.jdbc(), seed);
        this.random = new Random(seed);
        this.nodes = new LimitNodes(
                cluster,
                clock,
                "--knows.permits=true",
                "--micros=" + clock.now(),
                "--baton.queues.gate.concurrency=48",
                "--baton.queues.side.concurrency=8",
                "--baton.queues.keys.concurrency=8",
                "--baton.semaphores.gate=" + CAPACITY,
                "--baton.semaphores.account=" + PER_ACCOUNT,
                "--baton.semaphores.left=" + LEFT,
                "--baton.semaphores.right=" + RIGHT,
                "--baton.worker.dead-after=4s",
                "--spring.datasource.hikari.maximum-pool-size=40",
                "--spring.datasource.hikari.minimum-idle=2");
    }

    void run() {
        // the first leaves an archive of classes, by which the others start faster
        nodes.start(1);
        nodes.stop(nodes.get(0));
        nodes.start(NODES);
        withoutFaults();
        long calmUntil = clock.read();
        new PausedQueue(jobs, client, tables, report).run();
        long faultyFrom = clock.read();
        inFaults();
        PermitFigures figures = new PermitFigures(RunHistory.read(tables.jdbc(), clock, nodes), tables, report);
        figures.most(calmUntil, faultyFrom, shrunk);
        figures.leftovers(client.ids());
        nodes.killAll();
    }

    private void withoutFaults() {
        client.simple(SIMPLE, LimitWork.GATE);
        drain("without faults");
        Thread feeder = client.feed();
        Cluster.pause(CALM.dividedBy(2));
        shrunk(() -> Cluster.pause(SHRUNK_FOR));
        Cluster.pause(CALM.dividedBy(2));
        client.stop(feeder);
        drain("without faults");
    }

    private void inFaults() {
        ProcessFaults faults = new ProcessFaults(nodes, random, this::shrunk);
        Thread feeder = client.feed();
        long start = System.nanoTime();
        faults.execute(() -> System.nanoTime() - start > FAULTS_LAST.toNanos());
        client.stop(feeder);
        drain("after the faults");
        faults.report(report);
    }

    /** Holders are not evicted: the count begins when enough have left. */
    private void shrunk(Runnable meanwhile) {
        semaphores.resize(LimitWork.GATE, SHRUNK);
        boolean few = Cluster.await(
                () -> semaphores.inspect(LimitWork.GATE).orElseThrow().held() <= SHRUNK);
        report.check(few, "a semaphore that shrinks does not lose its holders");
        long from = clock.read();
        meanwhile.run();
        shrunk.add(new LimitNodes.Span(from, clock.read()));
        semaphores.resize(LimitWork.GATE, CAPACITY);
    }

    private void drain(String when) {
        report.check(Cluster.await(tables::drained), "jobs are left over " + when);
    }
}
