package io.baton.faults.scenario;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Once;
import io.baton.OnceOptions;
import io.baton.OnceResult;
import io.baton.Retry;
import io.baton.faults.worker.Trace;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Performs each key once, and loses the answer to the commit of its first claim. */
final class KeyHandlers {

    private final Once once;
    private final CommitCuts cuts;
    private final Trace trace;
    private final boolean harmless;
    private final Set<Integer> claimed = ConcurrentHashMap.newKeySet();

    KeyHandlers(Once once, CommitCuts cuts, Trace trace, boolean harmless) {
        this.once = once;
        this.cuts = cuts;
        this.trace = trace;
        this.harmless = harmless;
    }

    /**
     * Is requested by one job only, so that no other has ever claimed it.
     *
     * @param awayMillis for how long the database is away after the claim
     */
    @JobType(name = "key")
    record Key(int number, boolean skips, int awayMillis) {}

    @JobHandler(maxAttempts = 5)
    @Retry(delay = "500ms", jitter = 0)
    void key(Key work) {
        if (claimed.add(work.number()) && !harmless) {
            cuts.cutNext(Duration.ofMillis(work.awayMillis()));
        }
        try {
            OnceResult result =
                    once.perform("key:" + work.number(), options -> choose(work, options), token -> act(work.number()));
            if (result == OnceResult.SKIPPED_WHILE_RUNNING) {
                trace.note("skipped", work.number());
            }
        } finally {
            cuts.spare();
        }
    }

    private static void choose(Key work, OnceOptions options) {
        if (work.skips()) {
            options.skipWhileRunning();
        } else {
            options.waitFor(Duration.ofSeconds(1));
        }
    }

    private void act(int number) {
        cuts.spare();
        trace.note("act", number);
    }
}
