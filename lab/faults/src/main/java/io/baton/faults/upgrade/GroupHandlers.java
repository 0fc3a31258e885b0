package io.baton.faults.upgrade;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobResults;
import io.baton.MissedTicks;
import io.baton.Recurring;
import io.baton.Retry;
import io.baton.Tick;

/** Handlers of jobs that wait for others, and of those that recur. */
record GroupHandlers(Effects effects) {

    static final String TICK = "tick";
    static final String IN_ORDER = "in order";
    static final int MEMBERS = 5;
    static final int CHECKS = 3;
    static final int PLACES = 6;

    @JobHandler(transactional = true)
    void member(UpgradeWork.Member work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true)
    void after(UpgradeWork.After work, JobContext job) {
        effects.write(work.item(), job, effects.count("member", work.item()));
    }

    @JobHandler(transactional = true)
    UpgradeWork.Checked check(UpgradeWork.Check work, JobContext job) {
        effects.write(work.item(), job);
        return new UpgradeWork.Checked(work.item());
    }

    @JobHandler(transactional = true)
    void summary(UpgradeWork.Summary work, JobContext job, JobResults results) {
        long own = results.stream(UpgradeWork.Checked.class)
                .filter(checked -> checked.item() == work.item())
                .count();
        effects.write(work.item(), job, "" + own);
    }

    /** Every second job of a sequence fails at first, and keeps its turn. */
    @JobHandler(transactional = true)
    @Retry(delay = "100ms", jitter = 0)
    void ordered(UpgradeWork.Ordered work, JobContext job) {
        boolean isItsTurn = effects.count("ordered", work.item()).equals("" + work.place());
        effects.write(work.item(), job, isItsTurn ? IN_ORDER : "place " + work.place());
        if (job.attempt() == 1 && work.place() % 2 == 0) {
            throw new IllegalStateException("fails on purpose, once");
        }
    }

    @JobHandler(value = TICK, transactional = true)
    @Recurring(name = "upgrade", cron = "* * * * * *", zone = "UTC", missed = MissedTicks.RUN_ALL)
    void tick(Tick tick, JobContext job) {
        effects.write(tick.at().getEpochSecond(), job);
    }
}
