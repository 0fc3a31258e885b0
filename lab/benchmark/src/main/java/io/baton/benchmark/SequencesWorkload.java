package io.baton.benchmark;

/** Sequences: what one costs its jobs, what blocked ones cost others, and how soon the next job of one starts. */
final class SequencesWorkload implements Workload {

    @Override
    public void run(Bench bench) throws Exception {
        new SequencedDrain(bench).run();
        new BlockedSequences(bench).run();
        new HandOver(bench).run();
    }
}
