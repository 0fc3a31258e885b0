package io.baton.benchmark;

import java.util.Comparator;
import java.util.List;

/** Has several entrants drain backlogs in turns, and reports rates, CPU and memory. */
record Drain(Bench bench, String workload, Server server, List<Entrant> entrants, int jvms) {

    private static final int WARM_UPS = 5;
    private static final int FEWEST = 100;

    /**
     * By then the virtual machine has compiled what runs for every job. Until 200,000 jobs most of its CPU is the
     * compiler's: the first 50,000 cost four times what they cost later.
     */
    private static final int WARM_JVM = 250_000;

    String rate() {
        return workload + " drain, jobs/s";
    }

    String jvmCpu() {
        return workload + " JVM CPU, s/1,000 jobs";
    }

    String serverCpu() {
        return workload + " server CPU, s/1,000 jobs";
    }

    /** Returns which of these was the fastest. */
    Entrant fastest(List<Entrant> some) {
        return some.stream()
                .max(Comparator.comparingDouble(
                        each -> bench.report().spread(rate(), each).median()))
                .orElseThrow();
    }

    /** Returns the CPU of the JVM and the server for a thousand jobs. */
    double cpu(Entrant entrant) {
        return bench.report().spread(jvmCpu(), entrant).median()
                + bench.report().spread(serverCpu(), entrant).median();
    }

    String memory() {
        return workload + " resident, MB per JVM";
    }

    void run(int backlog, Surroundings surroundings) throws Exception {
        bench.withTeams(server, entrants, jvms, teams -> {
            for (Team team : teams) {
                surroundings.prepare(team);
                for (int i = 0; i < WARM_UPS; i++) {
                    team.drain(warmUp(team, backlog));
                }
            }
            for (int round = 0; round < bench.size().rounds(); round++) {
                for (Team team : teams) {
                    add(team.entrant, team.drain(share(team, backlog)));
                }
            }
            for (Team team : teams) {
                int rounds = bench.size().rounds();
                surroundings.verify(team, WARM_UPS * warmUp(team, backlog) + rounds * share(team, backlog));
            }
        });
    }

    /** Returns how many drains of a backlog make a virtual machine warm, where contestants drain in turns; some for the sake of the tables. */
    static int turnsToWarmUp(int backlog) {
        return Math.max(2, Math.min(WARM_JVM / backlog, 10));
    }

    private int warmUp(Team team, int backlog) {
        int warm = Math.min(WARM_JVM, 10 * backlog) * jvms;
        return share(team, Math.max(backlog, warm) / WARM_UPS);
    }

    private static int share(Team team, int jobs) {
        return Math.max(FEWEST, jobs / team.entrant.share());
    }

    private void add(Entrant entrant, Team.Drained drained) {
        bench.report().add(rate(), entrant, drained.perSecond());
        bench.report().add(jvmCpu(), entrant, drained.jvmCpuSeconds() / drained.jobs() * 1_000);
        bench.report().add(serverCpu(), entrant, drained.serverCpuSeconds() / drained.jobs() * 1_000);
        bench.report().add(memory(), entrant, drained.megabytes());
    }

    /** What jobs find in the database, and leave there. */
    interface Surroundings {

        Surroundings NONE = new Surroundings() {};

        default void prepare(Team team) throws Exception {}

        default void verify(Team team, int jobs) throws Exception {}
    }
}
