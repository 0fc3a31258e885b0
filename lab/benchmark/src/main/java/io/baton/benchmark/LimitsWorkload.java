package io.baton.benchmark;

/** Limits: what a permit costs, what jobs that wait for one cost others, and what the capability costs jobs without any. */
final class LimitsWorkload implements Workload {

    @Override
    public void run(Bench bench) throws Exception {
        new LimitedDrain(bench).run();
        new SaturatedKey(bench).run();
        new ManyKeys(bench).run();
    }
}
