package io.baton.benchmark.baton;

import io.baton.InSequence;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.StartTimes;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs of sequences, of one kind or of two in turns, each of which has a queue. A node has the handler of one kind. */
@Component
@Profile("handover")
class HandOverJobs implements PayloadFactory {

    /** As it is in the names of the driver, which adds this to an index. */
    private static final int QUICK = 10_000_000;

    private static final int QUICK_SEQUENCES = 100;
    private static final int MILLIS = 20;

    private final int nodes;

    HandOverJobs(@Value("${handover.nodes}") int nodes) {
        this.nodes = nodes;
    }

    /** What a job does. */
    record Step(int index, int millis) {

        /** A job has two numbers: when it begins, and when it ends. */
        void run() throws InterruptedException {
            StartTimes.OF_THIS_JVM.ran(2 * index);
            if (millis > 0) {
                Thread.sleep(millis);
            }
            StartTimes.OF_THIS_JVM.ran(2 * index + 1);
        }
    }

    @JobType(name = "left", queue = "left")
    @InSequence("#payload.key")
    record Left(String key, Step step) {}

    @JobType(name = "right", queue = "right")
    @InSequence("#payload.key")
    record Right(String key, Step step) {}

    @Component
    @Profile("left")
    static class LeftHandler {

        @JobHandler
        void run(Left left) throws InterruptedException {
            left.step().run();
        }
    }

    @Component
    @Profile("right")
    static class RightHandler {

        @JobHandler
        void run(Right right) throws InterruptedException {
            right.step().run();
        }
    }

    @Override
    public Object payload(int index) {
        return index < QUICK
                ? job("calm", index, MILLIS)
                : job("quick:" + index / 2 % QUICK_SEQUENCES, index - QUICK, 0);
    }

    private Object job(String key, int index, int millis) {
        Step step = new Step(index, millis);
        return index % nodes == 0 ? new Left(key, step) : new Right(key, step);
    }
}
