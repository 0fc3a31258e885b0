package io.baton.worker.call;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.Job;
import io.baton.JobInterceptor;
import io.baton.handler.Handler.HandlerResult;
import io.baton.worker.call.TransactionalExecution.Work;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of one interceptor, which calls the next one; the last one calls the handler. */
final class InterceptedCall implements JobInterceptor.RunCall {

    private final List<JobInterceptor> left;
    private final List<Job<?>> jobs;
    private final boolean undoes;
    private final Work<HandlerResult, Throwable> handler;
    private final Thread thread = Thread.currentThread();
    private boolean called;
    private @Nullable Throwable failure;
    private @Nullable HandlerResult result;

    /** @param left this interceptor, and those after it */
    InterceptedCall(
            List<JobInterceptor> left, List<Job<?>> jobs, boolean undoes, Work<HandlerResult, Throwable> handler) {
        this.left = left;
        this.jobs = jobs;
        this.undoes = undoes;
        this.handler = handler;
    }

    /** Returns the result of the handler; throws what it or an interceptor after this one threw, even if this one caught that. */
    HandlerResult run() throws Throwable {
        JobInterceptor interceptor = left.get(0);
        interceptor.run(this);
        if (failure != null) {
            throw failure;
        }
        if (!called) {
            throw new BatonException(
                    interceptor.getClass().getName()
                            + " did not call proceed, so that the handler was not called. Let it throw an exception, or snooze the job");
        }
        return requireNonNull(result);
    }

    @Override
    public List<Job<?>> jobs() {
        return jobs;
    }

    @Override
    public boolean undoes() {
        return undoes;
    }

    @Override
    public void proceed() throws Throwable {
        try {
            if (called || Thread.currentThread() != thread) {
                throw new BatonException(
                        left.get(0).getClass().getName()
                                + " called proceed twice, or on another thread. The handler runs once in each attempt, on its own thread");
            }
            called = true;
            result = left.size() == 1
                    ? handler.run()
                    : new InterceptedCall(left.subList(1, left.size()), jobs, undoes, handler).run();
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
            throw e;
        }
    }
}
