package io.baton.faults.upgrade;

import io.baton.Chunks;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.Once;
import io.baton.Partition;
import io.baton.Retry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handlers of jobs that are on their own. */
record UpgradeHandlers(Effects effects, Once once) {

    static final int STEPS = 3;
    static final int CHUNKS = 3;
    private static final Duration BETWEEN_STEPS = Duration.ofMillis(20);

    private static final Chunks<Map<String, @Nullable Object>> ROWS =
            Chunks.of("SELECT id FROM walk", "id", UpgradeTables.ROWS / CHUNKS);

    @JobHandler(transactional = true)
    void written(UpgradeWork.Written work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true, batchSize = 10)
    void together(List<Job<UpgradeWork.Together>> jobs) {
        jobs.forEach(job -> effects.write(job.payload().item(), job.context()));
    }

    @JobHandler
    void loose(UpgradeWork.Loose work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true)
    @Retry(delay = "100ms", jitter = 0)
    void flaky(UpgradeWork.Flaky work, JobContext job) {
        effects.write(work.item(), job);
        if (job.attempt() == 1) {
            throw new IllegalStateException("fails on purpose, once");
        }
    }

    @JobHandler(transactional = true)
    void delayed(UpgradeWork.Delayed work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true)
    void limited(UpgradeWork.Limited work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true)
    void rated(UpgradeWork.Rated work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true)
    void unique(UpgradeWork.UniqueKey work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler
    @Retry(delay = "100ms", jitter = 0)
    void once(UpgradeWork.DoOnce work, JobContext job) {
        once.perform("upgrade:" + work.item(), key -> effects.write(work.item(), job, key));
    }

    @JobHandler(transactional = true)
    void stepped(UpgradeWork.Stepped work, JobContext job) {
        int step = job.lastCheckpoint(Integer.class).orElse(0);
        if (step < STEPS) {
            job.saveCheckpoint(step + 1);
            job.snooze(BETWEEN_STEPS);
        }
        effects.write(work.item(), job);
    }

    @JobHandler
    @Retry(delay = "100ms", jitter = 0)
    void walked(UpgradeWork.Walked work, JobContext job) {
        job.inChunks(ROWS, rows -> effects.write(work.item(), job, "" + rows.size()));
    }

    @JobHandler(transactional = true)
    void shared(UpgradeWork.Shared work, Partition partition, JobContext job) {
        effects.write(work.item(), job, "" + partition.index());
    }

    @JobHandler
    void refused(UpgradeWork.Refused work, JobContext job) {
        if (effects.isFirstRefusal(work.item())) {
            throw new JobRejectedException("dies on purpose, once");
        }
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true)
    void cancelled(UpgradeWork.Cancelled work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true)
    void ofShare(UpgradeWork.OfShare work, JobContext job) {
        effects.write(work.item(), job);
    }

    @JobHandler(transactional = true)
    void withKey(UpgradeWork.WithKey work, JobContext job) {
        effects.write(work.item(), job);
    }

    /** Of the newer release. */
    record New(Effects effects) {

        @JobHandler(transactional = true)
        void newcomer(UpgradeWork.Newcomer work, JobContext job) {
            effects.write(work.item(), job);
        }
    }
}
