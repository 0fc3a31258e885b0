package io.baton.benchmark;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Jobs that do nothing, of which some are dearer than others, stored and drained in turns. Entrants with dearer ones are given fewer, which take as long. */
record CostDrain(Bench bench, String workload) {

    String rate() {
        return workload + " drain, jobs/s";
    }

    String store() {
        return workload + " enqueue, us/job";
    }

    String cost() {
        return workload + " enqueue and drain, us/job";
    }

    String cpu() {
        return workload + " drain CPU, us/job";
    }

    void run(List<Entrant> entrants, Drain.Surroundings surroundings) throws Exception {
        bench.withTeams(bench.postgres(), entrants, 1, teams -> {
            for (Team team : teams) {
                surroundings.prepare(team);
            }
            for (int i = 0; i < Drain.turnsToWarmUp(bench.size().turn()); i++) {
                for (Team team : teams) {
                    team.drain(jobs(team));
                }
            }
            List<Team> turns = new ArrayList<>(teams);
            for (int round = 0; round < 2 * bench.size().rounds(); round++) {
                for (Team team : turns) {
                    add(team.entrant, team.drain(jobs(team)));
                    surroundings.verify(team, jobs(team));
                }
                Collections.reverse(turns);
            }
        });
    }

    private int jobs(Team team) {
        return bench.size().turn() / team.entrant.share();
    }

    private void add(Entrant entrant, Team.Drained drained) {
        double stored = drained.fillSeconds() / drained.jobs() * 1e6;
        double cpu = drained.jvmCpuSeconds() + drained.serverCpuSeconds();
        bench.report().add(rate(), entrant, drained.perSecond());
        bench.report().put(store(), entrant, stored);
        bench.report().put(cost(), entrant, stored + 1e6 / drained.perSecond());
        bench.report().put(cpu(), entrant, cpu / drained.jobs() * 1e6);
    }
}
