package io.baton.autoconfigure;

import io.baton.JobListener;
import io.baton.JobRetryPolicy;
import io.baton.PayloadCodec;
import io.baton.chunk.JdbcPortionReader;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.HandlerTypes;
import io.baton.handler.RetryDecider;
import io.baton.job.Memberships;
import io.baton.start.StartRefusedException;
import io.baton.type.Names;
import io.baton.wiring.HandlerTransactions;
import io.baton.worker.call.CallObserver;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.call.TransactionalExecution;
import io.baton.worker.run.RunListener;
import io.baton.worker.run.RunListeners;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;

/** The application's settings for runs of its handlers, read when a worker starts, since every bean exists then. */
record HandlerSetup(
        HandlerTypes types,
        HandlerTransactions transactions,
        TransactionalExecution execution,
        PayloadCodec codec,
        ObjectProvider<JobRetryPolicy> policy,
        ObjectProvider<JobListener> listeners,
        ObjectProvider<RunListener> meters,
        ObjectProvider<CallObserver> observer,
        PermitConfiguration.OwnLimits limits,
        Memberships memberships) {

    /** The default generator is not thread-safe, and is missing where modules of the JDK are left out. */
    private static final RandomGenerator RANDOM =
            () -> ThreadLocalRandom.current().nextLong();

    HandlerEnvironment environment() {
        HandlerRegistry handlers = types.handlers();
        transactions.check(handlers);
        types.types().requiredLimits().forEach(this::requireKnown);
        return new HandlerEnvironment(
                handlers,
                new RetryDecider(policy.getIfAvailable(), RANDOM),
                codec,
                execution,
                RunListeners.of(
                        listeners.orderedStream().toList(),
                        meters.orderedStream().toList()),
                observer.getIfAvailable(() -> CallObserver.NONE),
                memberships,
                new JdbcPortionReader(transactions.dataSource()));
    }

    /** A job that needs a permit of an undefined limit would wait for ever. */
    private void requireKnown(String stored, String type) {
        if (limits.semaphores().knows(stored)) {
            return;
        }
        String name = Names.shownLimit(stored);
        throw Names.isRate(stored)
                ? new StartRefusedException(
                        "Jobs of the type \"" + type + "\" are limited by @RateLimited(\"" + name
                                + "\"), but there is no rate limit of this name.",
                        "Set baton.rate-limits" + Names.inProperty(name)
                                + ".permits and .per, or define it by the bean RateLimits before the application has started, such as in an"
                                + " InitializingBean.")
                : new StartRefusedException(
                        "Jobs of the type \"" + type + "\" need a permit of \"" + name
                                + "\" by @RequiresPermit, but there is no semaphore of this name.",
                        "Set baton.semaphores" + Names.inProperty(name)
                                + " to the number of jobs that may run at once, or define it by the bean Semaphores before the application has"
                                + " started, such as in an InitializingBean.");
    }
}
