package io.baton.simulation;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.JobRejectedException;
import io.baton.RequiresPermit;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.HandlerTypes;
import io.baton.handler.RetryRule;
import io.baton.job.Fence;
import io.baton.type.JacksonPayloadCodec;
import io.baton.worker.life.SimulatedWorker;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.support.GenericApplicationContext;

/** Real handlers, which do what the plan of each job says, on whichever node's coroutine runs them. */
class Handlers {

    private static final RetryRule RETRY =
            new RetryRule(Duration.ofMillis(500), 2, Duration.ofSeconds(10), 0.2, List.of());

    /** What a node of the current version can run. */
    static final HandlerRegistry ALL = scan(new Handlers(), new Strange());

    /** What a node of an older version can run. */
    static final HandlerRegistry OLD = scan(new Handlers());

    static final Duration TIMEOUT = Duration.ofSeconds(2);

    static final int LARGEST_BATCH = 3;

    /** The payload of those that take lists. */
    record Item(int number) {}

    private static HandlerRegistry scan(Object... beans) {
        GenericApplicationContext context = new GenericApplicationContext(new DefaultListableBeanFactory());
        for (Object bean : beans) {
            context.getBeanFactory().registerSingleton(bean.getClass().getSimpleName(), bean);
        }
        context.refresh();
        return new HandlerTypes(context.getBeanFactory(), new JacksonPayloadCodec(), RETRY).handlers();
    }

    @JobHandler(Behavior.PLAIN)
    @Nullable
    String plain(JobContext job) throws InterruptedException {
        return new Performance(job).perform();
    }

    @JobHandler(Behavior.LACKING)
    @RequiresPermit(LimitedJobs.ASKED)
    void lacking(JobContext job) throws InterruptedException {
        new Performance(job).perform();
    }

    @JobHandler(value = Behavior.EFFECT, transactional = true)
    void effect(JobContext job) throws InterruptedException {
        new Performance(job).perform();
    }

    @JobHandler(value = Behavior.HURRIED, timeout = "2s")
    void hurried(JobContext job) throws InterruptedException {
        new Performance(job).perform();
    }

    @JobHandler(value = Behavior.MANY, batchSize = LARGEST_BATCH)
    JobOutcomes many(List<Job<Item>> jobs) throws InterruptedException {
        JobOutcomes outcomes = JobOutcomes.allCompleted();
        for (int i = 0; i < jobs.size(); i++) {
            try {
                new Performance(jobs.get(i).context()).perform();
            } catch (RuntimeException e) {
                outcomes.failed(i, e);
            }
        }
        return outcomes;
    }

    @JobHandler(value = Behavior.TOGETHER, batchSize = LARGEST_BATCH, transactional = true)
    void together(List<Job<Item>> jobs) throws InterruptedException {
        for (Job<Item> job : jobs) {
            new Performance(job.context()).perform();
        }
    }

    /** A handler that older nodes do not have. */
    static class Strange {

        @JobHandler(Behavior.STRANGE)
        void strange(JobContext job) throws InterruptedException {
            new Performance(job).perform();
        }
    }

    /** One run of a handler. */
    private static final class Performance {

        private final JobContext job;
        private final Fence fence;
        private final SimulatedNode node;
        private final Behavior plan;
        private final Ledger ledger;

        Performance(JobContext job) {
            Coroutine coroutine = Coroutine.current();
            if (coroutine == null) {
                throw new IllegalStateException("Handlers run as coroutines");
            }
            this.job = job;
            this.fence = SimulatedWorker.fence(job);
            this.node = coroutine.node();
            this.ledger = node.world().ledger();
            this.plan = ledger.plan(job.id().value());
        }

        @Nullable
        String perform() throws InterruptedException {
            ledger.runs().started(node, fence, job);
            boolean completed = false;
            try {
                String result = act();
                completed = true;
                return result;
            } finally {
                ledger.runs().ended(fence, completed);
            }
        }

        private @Nullable String act() throws InterruptedException {
            boolean still = ledger.runs(fence.id()) <= plan.times();
            pass(plan.nanos() / 2);
            switch (plan.kind()) {
                case FAILS -> failIf(still);
                case SNOOZES -> snoozeIf(still);
                case REJECTS -> throw new Rejected();
                case NOTES -> note();
                case KILLS -> killIf(still);
                default -> {}
            }
            pass(plan.nanos() / 2);
            if (plan.isTransactional()) {
                node.userTransactions().write(fence);
            }
            return plan.kind() == Behavior.Kind.IS_REFUSED ? "refused" : null;
        }

        private void failIf(boolean still) {
            if (still) {
                throw new DatabaseErrors.HandlerFailure("it broke");
            }
        }

        private void snoozeIf(boolean still) {
            if (still) {
                job.snooze(Duration.ofMillis(node.world().random().nextInt(5_000)));
            }
        }

        private void note() {
            job.progress(0.5, "half way");
            job.saveCheckpoint(new Item(1));
        }

        private void killIf(boolean still) {
            if (still) {
                node.world().crash(node);
                throw new Crash();
            }
        }

        /** Takes time, and obeys interrupts unless it is stubborn. */
        private void pass(long nanos) throws InterruptedException {
            long end = node.world().timeline().now() + nanos;
            for (long left = nanos;
                    left > 0;
                    left = end - node.world().timeline().now()) {
                node.pause(left, !plan.stubborn());
                if (Thread.interrupted() && !plan.stubborn()) {
                    throw new InterruptedException("asked to stop");
                }
            }
        }
    }

    /** Dead at once. */
    private static final class Rejected extends JobRejectedException {

        Rejected() {
            super("never");
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it does nothing
        public Throwable fillInStackTrace() {
            return this;
        }
    }
}
