package io.baton.benchmark;

import java.util.List;

/** Has several entrants drain backlogs in turns, and reports rates, CPU and memory. */
record Drain(Bench bench, String workload, Server server, List<Entrant> entrants, int jvms) {

    private static final int WARM_UPS = 2;

    String rate() {
        return workload + " drain, jobs/s";
    }

    String jvmCpu() {
        return workload + " JVM CPU, s/1,000 jobs";
    }

    String serverCpu() {
        return workload + " server CPU, s/1,000 jobs";
    }

    String memory() {
        return workload + " resident, MB per JVM";
    }

    void run(int backlog, Preparation preparation) throws Exception {
        bench.withTeams(server, entrants, jvms, teams -> {
            for (Team team : teams) {
                preparation.prepare(team);
                for (int i = 0; i < WARM_UPS; i++) {
                    team.drain(Math.max(100, backlog / 3 / team.entrant.share()));
                }
            }
            for (int round = 0; round < bench.size().rounds(); round++) {
                for (Team team : teams) {
                    add(team.entrant, team.drain(Math.max(100, backlog / team.entrant.share())));
                }
            }
        });
    }

    private void add(Entrant entrant, Team.Drained drained) {
        bench.report().add(rate(), entrant, drained.perSecond());
        bench.report().add(jvmCpu(), entrant, drained.jvmCpuSeconds() / drained.jobs() * 1_000);
        bench.report().add(serverCpu(), entrant, drained.serverCpuSeconds() / drained.jobs() * 1_000);
        bench.report().add(memory(), entrant, drained.megabytes());
    }

    /** What a database needs beforehand. */
    @FunctionalInterface
    interface Preparation {

        Preparation NONE = team -> {};

        void prepare(Team team) throws Exception;
    }
}
