package io.baton.benchmark;

import java.util.List;

/** Jobs of a queue in which a million (or fewer) others wait for signals: how long the claim of 100 takes. Compared with the same beside one that waits. */
record WaitingJobs(Bench bench) {

    /** What is added to the index of a job that waits for a signal. */
    private static final int WAITING = 40_000_000;

    private static final int MOST = 1_000_000;
    private static final String COUNT = "SELECT count(*) FROM baton_job WHERE state = 7";

    private static final Entrant NONE = SaturatedKey.ALONE.named("baton, none waiting");
    private static final Entrant MANY = NONE.named("baton, many waiting");

    void run() throws Exception {
        int jobs = Math.min(MOST, bench.size().deep());
        try (Crowd none = crowd(NONE);
                Crowd many = crowd(MANY)) {
            multiply(many.team().url, jobs);
            List<Crowd> both = List.of(none, many);
            for (int i = 0; i < Crowd.WARM_UPS; i++) {
                for (Crowd crowd : both) {
                    crowd.others(0);
                }
            }
            Crowd.measure(both);
            Report report = bench.report();
            report.ratio("steps.waiting_claim_ratio", none.claim(), MANY, NONE);
            report.ratio("steps.waiting_start_ratio", none.start(), MANY, NONE);
            report.median("steps.waiting_claim_ms", none.claim(), MANY);
            report.figure("steps.waiting", (double) Server.number(many.team().url, COUNT));
        }
    }

    private Crowd crowd(Entrant entrant) throws Exception {
        return Crowd.of(bench, "steps", entrant, WAITING, 1, COUNT, 1);
    }

    /** Copies the job that waits, and its record. */
    private void multiply(String url, int jobs) throws Exception {
        String ofJob = columns(url, "baton_job", "id");
        String ofStep = columns(url, "baton_step", "job_id");
        Server.execute(
                url,
                "INSERT INTO baton_job (" + ofJob + ") SELECT " + ofJob + " FROM baton_job, generate_series(2, " + jobs
                        + ") WHERE state = 7",
                "INSERT INTO baton_step (job_id, " + ofStep + ") SELECT j.id, "
                        + ofStep.replace("until_at", "until_at + j.id * INTERVAL '1 ms'")
                        + " FROM baton_step s JOIN (SELECT id FROM baton_job WHERE state = 7) j ON j.id <> s.job_id",
                bench.postgres().tidyUp());
        bench.settleDisk(bench.postgres());
    }

    private static String columns(String url, String table, String key) throws Exception {
        return Server.text(
                url,
                "SELECT string_agg(column_name, ', ') FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '"
                        + table + "' AND column_name <> '" + key + "'");
    }
}
