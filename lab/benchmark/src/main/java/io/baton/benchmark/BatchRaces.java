package io.baton.benchmark;

/**
 * Two calls that complete a batch between them, at once.
 *
 * @param suffix of the figures
 */
record BatchRaces(Bench bench, Team team, String suffix) {

    private static final int WARM_UP = 20;
    private static final String COMPLETE = "SELECT count(*) FROM baton_batch WHERE completed_at IS NOT NULL";
    private static final String STARTED = "SELECT count(*) FROM baton_job WHERE type = 'after' AND state = 1";

    void run() throws Exception {
        team.first().ask("measure", "races", WARM_UP);
        long completeBefore = Server.number(team.url, COMPLETE);
        long startedBefore = Server.number(team.url, STARTED);
        int rounds = bench.size().races();
        String[] completions = team.first().ask("measure", "races", rounds).split(" ", -1);
        long complete = Server.number(team.url, COMPLETE) - completeBefore;
        long started = Server.number(team.url, STARTED) - startedBefore;
        figure("completions_per_batch_ack_ack", Double.parseDouble(completions[0]) / rounds);
        figure("completions_per_batch_seal_ack", Double.parseDouble(completions[1]) / rounds);
        figure(
                "completions_per_batch",
                (Double.parseDouble(completions[0]) + Double.parseDouble(completions[1])) / (2 * rounds));
        if (!completions[2].equals("0") || complete != 2L * rounds || started != 2L * rounds) {
            throw new IllegalStateException("Of " + 2 * rounds + " batches " + complete + " are complete, " + started
                    + " started what waits for them, and " + completions[2] + " were not completed by one call");
        }
    }

    private void figure(String name, double value) {
        bench.report().figure("batches." + name + suffix, value);
        bench.report().note(name + suffix + " " + value);
    }
}
