package io.baton.worker.life;

import io.baton.job.FollowUp;
import io.baton.loop.Step;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Runs the turns of one {@link FollowUp}. One thread at a time uses it. */
final class FollowUpLoop implements Step {

    /** How long the queues that workers serve are known before they are read again. */
    private static final Duration KNOWN_FOR = Duration.ofSeconds(2);

    final FollowUp followUp;
    private final Engine engine;
    private final Set<String> queues;
    private final PausedQueues pauses;
    private Set<String> served = Set.of();
    private long nextQuestion;

    /**
     * Creates the loop of a follow-up, which the caller begins and ends.
     *
     * @param queues the queues that the worker serves
     */
    FollowUpLoop(Engine engine, FollowUp followUp, Set<String> queues, PausedQueues pauses) {
        this.engine = engine;
        this.followUp = followUp;
        this.queues = queues;
        this.pauses = pauses;
        this.nextQuestion = engine.ticker().nanos();
    }

    @Override
    public Duration turn() {
        return followUp.follow(this::open);
    }

    private Set<String> open() {
        long now = engine.ticker().nanos();
        if (now - nextQuestion >= 0) {
            served = engine.transactions().single(() -> engine.workers().queuesServed());
            nextQuestion = now + KNOWN_FOR.toNanos();
        }
        Set<String> open = new HashSet<>(served);
        open.addAll(queues);
        open.removeAll(pauses.paused());
        return open;
    }
}
