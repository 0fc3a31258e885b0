package io.baton.autoconfigure;

import io.baton.JobListener;
import io.baton.JobRetryPolicy;
import io.baton.PayloadCodec;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.RetryDecider;
import io.baton.worker.HandlerEnvironment;
import io.baton.worker.JobListeners;
import io.baton.worker.TransactionalExecution;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;

/** What the application says about the runs of its handlers, asked when a worker starts: then every bean is there. */
record HandlerSetup(
        HandlerTypes types,
        HandlerTransactions transactions,
        TransactionalExecution execution,
        PayloadCodec codec,
        ObjectProvider<JobRetryPolicy> policy,
        ObjectProvider<JobListener> listeners) {

    /** The default one is not for several threads, and is not found where modules of the JDK are left out. */
    private static final RandomGenerator RANDOM =
            () -> ThreadLocalRandom.current().nextLong();

    HandlerEnvironment environment() {
        HandlerRegistry handlers = types.handlers();
        transactions.check(handlers);
        return new HandlerEnvironment(
                handlers,
                new RetryDecider(policy.getIfUnique(), RANDOM),
                codec,
                execution,
                JobListeners.of(listeners.orderedStream().toList()));
    }
}
