package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * M1 and M9, continued: what a drain does to clients in another JVM that enqueue one by one, as against the same on the idle server. They enqueue
 * with Baton, whichever entrant drains.
 */
final class InsertingClients {

    private static final Entrant CLIENTS = Entrant.BATON.with("baton.worker.enabled=false");

    private static final int TWO_CLIENTS = 2;
    private static final int WARM_UP_CLIENTS = 8;
    private static final int WARM_UP = 20_000;
    private static final int MOST_DRAINS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** InnoDB cleans up after the drain before. */
    private static final long CALM_NANOS = 1_000_000_000L;

    private final Bench bench;
    private final Server server;
    private final String name;
    private final Entrant entrant;
    private final Team worker;
    private final Jvm clients;
    private final int backlog;
    private final int inserts;

    private InsertingClients(Bench bench, Server server, String name, Team worker, Jvm clients) {
        this.bench = bench;
        this.server = server;
        this.name = name;
        this.worker = worker;
        this.entrant = worker.entrant;
        this.clients = clients;
        backlog = bench.size().backlog() / 2;
        inserts = bench.size().inserts();
    }

    static void measure(Bench bench, Server server, String name, Entrant entrant, String figure) throws Exception {
        try (Team worker = bench.team(server, entrant, 1);
                Jvm clients = bench.start(CLIENTS, worker.url)) {
            clients.reply();
            InsertingClients inserting = new InsertingClients(bench, server, name, worker, clients);
            inserting.measure();
            bench.report().median(figure, inserting.ratio(), entrant);
        }
    }

    private String ratio() {
        return name + " insert p99, busy/idle";
    }

    private void measure() throws Exception {
        warmUp();
        for (int round = 0; round < bench.size().rounds(); round++) {
            round();
        }
    }

    private void warmUp() throws Exception {
        worker.askAll("expect", WARM_UP);
        worker.askAll("on");
        start(0, WARM_UP, WARM_UP_CLIENTS);
        succeeded();
        awaitRuns(WARM_UP);
        drain(new ArrayList<>(), new ArrayList<>());
    }

    private void round() throws Exception {
        List<Double> idle = new ArrayList<>();
        List<Double> busy = new ArrayList<>();
        for (int drains = 0; busy.size() < inserts; drains++) {
            if (drains == MOST_DRAINS) {
                throw new IllegalStateException("Of all inserts only " + busy.size() + " began during a drain");
            }
            drain(idle, busy);
        }
        report("idle", idle);
        report("busy", busy);
        bench.report().add(ratio(), entrant, Spread.percentile(busy, 99) / Spread.percentile(idle, 99));
    }

    private void report(String when, List<Double> millis) {
        bench.report().add(name + " insert, " + when + ", p50, ms", entrant, Spread.percentile(millis, 50));
        bench.report().add(name + " insert, " + when + ", p99, ms", entrant, Spread.percentile(millis, 99));
        bench.report().add(name + " insert, " + when + ", longest, ms", entrant, Spread.percentile(millis, 100));
    }

    /** Jobs up to the backlog's number are the backlog, the next are inserted before the drain, the last during it. */
    private void drain(List<Double> idle, List<Double> busy) throws Exception {
        int all = backlog + 2 * inserts;
        LockSupport.parkNanos(CALM_NANOS);
        worker.askAll("expect", all);
        start(backlog, backlog + inserts, TWO_CLIENTS);
        succeeded().forEach(insert -> idle.add(insert.millis()));
        worker.first().ask("fill", backlog);
        Server.execute(worker.url, server.tidyUp());
        worker.askAll("on");
        Patience.upTo(PATIENCE).until("the drain has begun", () -> worker.count() > 0);
        start(backlog + inserts, all, TWO_CLIENTS);
        List<Insert> during = succeeded();
        long drained = awaitRuns(all).last(0, backlog);
        during.stream().filter(insert -> insert.start() < drained).forEach(insert -> busy.add(insert.millis()));
    }

    private void start(int from, int to, int threads) {
        clients.startNumbers("insert " + from + " " + to + " " + threads);
    }

    /** What was started, when it is over. */
    private List<Insert> succeeded() throws Exception {
        List<Insert> done = Insert.of(clients.awaitNumbers());
        long errors = done.stream().filter(Insert::failed).count();
        bench.report().figure(name + ".insert_errors", (double) errors);
        if (errors > 0) {
            throw new IllegalStateException(errors + " inserts failed; the log of their JVM says why");
        }
        return done;
    }

    /** All of them, once each; no worker runs afterwards. */
    private Runs awaitRuns(int jobs) throws Exception {
        Patience.upTo(PATIENCE).until(jobs + " jobs have run", () -> worker.count() >= jobs);
        worker.awaitSettled();
        worker.askAll("off");
        Runs runs = worker.runs();
        runs.verify();
        return runs;
    }
}
