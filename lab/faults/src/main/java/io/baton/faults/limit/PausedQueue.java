package io.baton.faults.limit;

import io.baton.Jobs;
import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;

/** A queue is paused of whose jobs some run, some have permits and some wait; jobs of another queue need the same permits. */
record PausedQueue(Jobs jobs, LimitClient client, Tables tables, Report report) {

    private static final String PAUSED = "side";
    private static final int THERE = 300;
    private static final int OTHERS = 600;

    void run() {
        client.simple(THERE, PAUSED);
        Cluster.require(() -> tables.heldIn(PAUSED) > 0, "no job of the queue that is to be paused has a permit");
        long start = System.nanoTime();
        jobs.pause(PAUSED);
        boolean isEmpty = Cluster.await(() -> tables.heldIn(PAUSED) == 0);
        report.figures().put("paused_s", (System.nanoTime() - start) / 1e9);
        long left = tables.unfinishedIn(PAUSED);
        client.simple(OTHERS, LimitWork.GATE);
        long most = mostHeldWhileOthersRun();
        report.figures().put("paused_held", most);
        report.check(isEmpty && most == 0, "jobs of a paused queue hold " + most + " permits");
        report.check(
                left > 0 && tables.unfinishedIn(PAUSED) == left,
                "of " + left + " jobs of a paused queue " + tables.unfinishedIn(PAUSED) + " are left");
        jobs.resume(PAUSED);
        report.check(Cluster.await(tables::drained), "jobs are left over after a pause");
    }

    private long mostHeldWhileOthersRun() {
        long[] most = {0};
        boolean ended = Cluster.await(() -> {
            most[0] = Math.max(most[0], tables.heldIn(PAUSED));
            return tables.unfinishedIn(LimitWork.GATE) == 0;
        });
        report.check(ended, "a paused queue holds up others");
        return most[0];
    }
}
