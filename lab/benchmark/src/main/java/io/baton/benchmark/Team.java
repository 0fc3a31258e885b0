package io.baton.benchmark;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The JVMs of one entrant and their database. The first JVM also enqueues. */
final class Team implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    final Entrant entrant;
    final String url;
    final List<Jvm> jvms = new ArrayList<>();
    private final Bench bench;
    private final Server server;

    private Team(Bench bench, Server server, Entrant entrant, String url) {
        this.bench = bench;
        this.server = server;
        this.entrant = entrant;
        this.url = url;
    }

    /** So many JVMs, which are ready. */
    static Team of(Bench bench, Server server, Entrant entrant, String url, int jvms) throws IOException {
        Team team = starting(bench, server, entrant, url);
        try {
            team.startOthers(jvms - 1);
            team.awaitOthers();
        } catch (IOException | RuntimeException e) {
            team.close();
            throw e;
        }
        return team;
    }

    /** The first JVM, which makes the tables, is on its way; it may fail before it is ready. */
    static Team starting(Bench bench, Server server, Entrant entrant, String url) throws IOException {
        Team team = new Team(bench, server, entrant, url);
        team.startOne();
        return team;
    }

    /** As soon as the tables are there. */
    void startOthers(int others) throws IOException {
        first().reply();
        for (int i = 0; i < others; i++) {
            startOne();
        }
    }

    void awaitOthers() throws IOException {
        for (Jvm jvm : jvms.subList(1, jvms.size())) {
            jvm.reply();
        }
    }

    private void startOne() throws IOException {
        jvms.add(bench.start(entrant, url));
    }

    Jvm first() {
        return jvms.get(0);
    }

    /**
     * What a drain took.
     *
     * @param fillSeconds how long it took to store the jobs
     * @param seconds from the start of the first job until the last is settled
     * @param work what the server wrote and committed meanwhile; nothing unless it was asked for
     */
    record Drained(
            int jobs,
            double fillSeconds,
            double seconds,
            double jvmCpuSeconds,
            double serverCpuSeconds,
            double megabytes,
            Server.Work work) {

        double perSecond() {
            return jobs / seconds;
        }
    }

    /** Stores jobs while no worker runs, then has them run. */
    Drained drain(int jobs) throws Exception {
        return drain(jobs, url -> Server.Work.NONE);
    }

    /** Drains, and asks the server before and after it what it has done. */
    Drained drain(int jobs, Question question) throws Exception {
        askAll("expect", jobs);
        long fillNanos = first().number("fill", jobs);
        Server.execute(url, server.tidyUp());
        bench.settleDisk(server);
        Server.Work before = question.ask(url);
        double jvmCpu = jvmCpu();
        double serverCpu = serverCpu();
        askAll("on");
        Patience.upTo(PATIENCE).until(jobs + " jobs have run", () -> count() >= jobs);
        long end = awaitSettled();
        double megabytes =
                jvms.stream().mapToDouble(Jvm::residentMegabytes).average().orElse(0);
        jvmCpu = jvmCpu() - jvmCpu;
        serverCpu = serverCpu() - serverCpu;
        askAll("off");
        Drained drained = new Drained(
                jobs,
                fillNanos / 1e9,
                (end - runs().first()) / 1e9,
                jvmCpu,
                serverCpu,
                megabytes,
                question.ask(url).minus(before));
        runs().verify();
        return drained;
    }

    /** What the server is asked about its work. */
    @FunctionalInterface
    interface Question {
        Server.Work ask(String url) throws Exception;
    }

    /** Returns when. */
    long awaitSettled() throws Exception {
        try (Connection connection = DriverManager.getConnection(url)) {
            return Patience.upTo(PATIENCE)
                    .until(
                            "all is settled",
                            () -> Server.number(connection, entrant.kind().anyUnfinished()) == 0);
        }
    }

    void askAll(Object... words) throws IOException {
        for (Jvm jvm : jvms) {
            jvm.send(words);
        }
        for (Jvm jvm : jvms) {
            jvm.reply();
        }
    }

    long count() throws IOException {
        long sum = 0;
        for (Jvm jvm : jvms) {
            sum += jvm.number("count");
        }
        return sum;
    }

    Runs runs() throws IOException {
        List<long[]> starts = new ArrayList<>();
        long repeated = 0;
        for (Jvm jvm : jvms) {
            starts.add(jvm.numbers("report"));
            repeated += jvm.number("repeated");
        }
        return Runs.of(starts, repeated);
    }

    /** Has the first JVM do something; returns the seconds of CPU that the JVMs and the server used for it. */
    double cpu(Object... words) throws IOException {
        double before = jvmCpu() + serverCpu();
        first().ask(words);
        return jvmCpu() + serverCpu() - before;
    }

    private double jvmCpu() {
        return jvms.stream().mapToDouble(Jvm::cpuSeconds).sum();
    }

    private double serverCpu() {
        return Cpu.withChildren(server.process().pid());
    }

    @Override
    public void close() {
        jvms.forEach(Jvm::close);
    }
}
