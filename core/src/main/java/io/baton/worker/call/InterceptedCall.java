package io.baton.worker.call;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.Job;
import io.baton.JobInterceptor;
import io.baton.handler.Handler.HandlerResult;
import io.baton.worker.call.TransactionalExecution.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls interceptors, each of which calls the next one, and the handler last. */
final class InterceptedCall implements JobInterceptor.RunCall {

    private final List<JobInterceptor> interceptors;
    private final List<Job<?>> jobs;
    private final Work<HandlerResult, Throwable> handler;
    private int called;
    private @Nullable Throwable failure;
    private @Nullable HandlerResult result;

    InterceptedCall(List<JobInterceptor> interceptors, List<Job<?>> jobs, Work<HandlerResult, Throwable> handler) {
        this.interceptors = interceptors;
        this.jobs = List.copyOf(jobs);
        this.handler = handler;
    }

    /** Returns the result of the handler; throws what it threw, even if an interceptor caught that. */
    HandlerResult run() throws Throwable {
        proceed();
        if (failure != null) {
            throw failure;
        }
        return requireNonNull(result);
    }

    @Override
    public List<Job<?>> jobs() {
        return jobs;
    }

    @Override
    public void proceed() throws Throwable {
        int number = called++;
        if (number < interceptors.size()) {
            JobInterceptor interceptor = interceptors.get(number);
            interceptor.run(this);
            if (called == number + 1) {
                throw new BatonException(
                        interceptor.getClass().getName()
                                + " did not call proceed, so that the handler was not called. Let it throw an exception, or snooze the job");
            }
        } else if (number > interceptors.size()) {
            throw new BatonException("An interceptor called proceed twice. The handler runs once in each attempt");
        } else {
            try {
                result = handler.run();
            } catch (Throwable e) {
                failure = e;
                throw e;
            }
        }
    }
}
