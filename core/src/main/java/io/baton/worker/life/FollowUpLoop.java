package io.baton.worker.life;

import io.baton.job.FollowUp;
import io.baton.loop.Step;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Gives one follow-up of commits its turns. Used by one thread at a time. */
final class FollowUpLoop implements Step {

    /** Of the queues of others. */
    private static final Duration KNOWN_FOR = Duration.ofSeconds(2);

    final FollowUp followUp;
    private final Engine engine;
    private final Set<String> queues;
    private final PausedQueues pauses;
    private Set<String> served = Set.of();
    private long nextQuestion;

    /**
     * Creates the turns of a follow-up, which its owner begins and ends.
     *
     * @param queues which the worker serves
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
