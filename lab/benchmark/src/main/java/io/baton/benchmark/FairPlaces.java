package io.baton.benchmark;

import java.util.List;

/** Eight places and jobs of 20 ms of shares that come with one to seven jobs and go, against the same without shares: how many places are idle although jobs wait. */
record FairPlaces(Bench bench) {

    private static final int WARM_UP_SECONDS = 2;
    private static final String IDLE = "fair idle places";
    private static final String LASTING = "fair idle places, lasting";
    private static final Entrant SHARES =
            Entrant.BATON.named("baton, shares come and go").with("job=places", "places.shares=true");
    private static final Entrant NONE =
            Entrant.BATON.named("baton, none come and go").with("job=places", "places.shares=false");

    void run() throws Exception {
        bench.withTeams(bench.postgres(), List.of(SHARES, NONE), 1, teams -> {
            for (int round = -1; round < bench.size().rounds(); round++) {
                for (Team team : teams) {
                    team.askAll("on");
                    int seconds =
                            round < 0 ? WARM_UP_SECONDS : bench.size().spans().clean();
                    String[] found =
                            team.first().ask("measure", "idlePlaces", seconds).split(" ", -1);
                    team.awaitSettled();
                    team.askAll("off");
                    if (round >= 0) {
                        bench.report().add(IDLE, team.entrant, Double.parseDouble(found[0]));
                        bench.report().add(LASTING, team.entrant, Double.parseDouble(found[1]));
                        bench.report().note(found[2] + " times jobs came");
                    }
                }
            }
        });
        Report report = bench.report();
        report.median("fair.idle_places", LASTING, SHARES);
        report.median("fair.idle_places_plain", LASTING, NONE);
        report.median("fair.idle_places_with_hand_over", IDLE, SHARES);
        report.median("fair.idle_places_with_hand_over_plain", IDLE, NONE);
    }
}
