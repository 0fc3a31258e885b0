package io.baton.benchmark;

/** Fair queues: how soon a share starts beside a large one, how exact weights are, whether places stay idle, and what shares cost. */
final class FairWorkload implements Workload {

    @Override
    public void run(Bench bench) throws Exception {
        new FairStart(bench).run();
        new FairWeights(bench).run();
        new FairPlaces(bench).run();
        new FairClaims(bench).run();
        new FairDrain(bench).run();
    }
}
