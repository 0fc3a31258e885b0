package io.baton.benchmark;

/** Steps: what they cost, how soon a job goes on after its signal, and what jobs that wait cost others. */
final class StepsWorkload implements Workload {

    @Override
    public void run(Bench bench) throws Exception {
        new SteppedDrain(bench).run();
        new ResumedJobs(bench).run();
        new WaitingJobs(bench).run();
    }
}
