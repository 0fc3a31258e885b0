package io.baton.worker.life;

import io.baton.job.FollowUp;
import io.baton.loop.Loop;
import io.baton.loop.Step;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Gives the follow-ups of commits their turns. Used by one thread at a time. */
final class FollowUpLoop implements Step {

    /** Of the queues of others. */
    private static final Duration KNOWN_FOR = Duration.ofSeconds(2);

    private final Engine engine;
    private final Set<String> queues;
    private final PausedQueues pauses;
    private Set<String> served = Set.of();
    private long nextQuestion;

    /**
     * Creates what follows the jobs of a worker.
     *
     * @param queues which the worker serves
     */
    FollowUpLoop(Engine engine, Set<String> queues, PausedQueues pauses) {
        this.engine = engine;
        this.queues = queues;
        this.pauses = pauses;
    }

    /** Whether nothing follows. */
    boolean isEmpty() {
        return engine.followUps().isEmpty();
    }

    /** There is something to follow whenever this is called, from now on. */
    void begin(Runnable wake) {
        nextQuestion = engine.ticker().nanos();
        engine.followUps().forEach(each -> each.begin(wake));
    }

    @Override
    public Duration turn() throws InterruptedException {
        Step[] steps = engine.followUps().stream()
                .<Step>map(each -> () -> each.follow(this::open))
                .toArray(Step[]::new);
        return steps.length == 0 ? Loop.LONGEST_PAUSE : Step.inTurn(steps).turn();
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

    /** There are no more turns. */
    void end() {
        engine.followUps().forEach(FollowUp::end);
    }
}
