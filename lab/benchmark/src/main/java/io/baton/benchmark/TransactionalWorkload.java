package io.baton.benchmark;

import java.util.List;

/** W2t: each job updates a row in the transaction that completes it; the same by the hundred, against W2's jobs that do nothing. */
final class TransactionalWorkload implements Workload {

    private static final Entrant BY_HAND =
            Entrant.PLAIN.named("plain sql, touch").with("job=touch", "loops=8");
    private static final Entrant TOUCH = Entrant.BATON.named("baton, touch").with("job=touch");
    private static final Entrant TOUCH_LIST =
            Entrant.BATON.named("baton, touch list").with("job=touch-list");

    /** Indexes of warm-up jobs may be higher than those of the jobs that count. */
    private static final int MOST = 20_000;

    @Override
    public void run(Bench bench) throws Exception {
        Drain drain = new Drain(bench, "w2t", bench.postgres(), List.of(BY_HAND, TOUCH, TOUCH_LIST, Entrant.BATON), 1);
        int backlog = bench.size().backlog() / 10;
        drain.run(backlog, new Tally(Math.max(backlog, MOST)));
        Report report = bench.report();
        report.ratio("w2t.ratio_to_plain", drain.rate(), TOUCH, BY_HAND);
        report.ratio("w2t.list_ratio_to_w2", drain.rate(), TOUCH_LIST, Entrant.BATON);
    }

    /** A row for each job, which counts how often the job committed. */
    record Tally(int rows) implements Drain.Surroundings {

        @Override
        public void prepare(Team team) throws Exception {
            Server.execute(
                    team.url,
                    "CREATE TABLE tally AS SELECT id, 0 AS updates FROM generate_series(0, " + (rows - 1) + ") AS id",
                    "ALTER TABLE tally ADD PRIMARY KEY (id)");
        }

        @Override
        public void verify(Team team, int jobs) throws Exception {
            long updates = Server.number(team.url, "SELECT sum(updates) FROM tally");
            if (!team.entrant.equals(Entrant.BATON) && updates != jobs) {
                throw new IllegalStateException(
                        team.entrant.name() + " committed " + updates + " updates for " + jobs + " jobs");
            }
        }
    }
}
