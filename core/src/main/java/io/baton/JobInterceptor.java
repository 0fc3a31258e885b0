package io.baton;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes part in each enqueue and each call of a handler on this node, such as to carry a tenant or a user from one to the other. Every bean of this
 * type is called, in the order of the beans. All methods are optional.
 *
 * <pre>{@code
 * @Component
 * class TenantOfJobs implements JobInterceptor {
 *
 *     @Override
 *     public void enqueue(String type, Object payload, JobOptions options) {
 *         Tenants.current().ifPresent(tenant -> options.label("tenant", tenant));
 *     }
 *
 *     @Override
 *     public void run(RunCall call) throws Throwable {
 *         Tenants.runAs(call.job().labels().get("tenant"), call::proceed);
 *     }
 * }
 * }</pre>
 *
 * <p>{@link JobListener} is for what only watches runs: it cannot change or fail them.
 */
public interface JobInterceptor {

    /**
     * Is called for each job that is enqueued, in the caller's thread and transaction, before it is stored. What it sets has precedence over what the
     * caller requested. An exception refuses the enqueue. A recurring job is enqueued when it is defined, and a step of a flow when the flow starts.
     *
     * @param payload null if jobs of the type have none
     * @param options options of this job; its type cannot be changed
     */
    default void enqueue(String type, @Nullable Object payload, JobOptions options) {}

    /**
     * Is called for each call of a handler, on its thread and, if the handler is {@code transactional}, in its transaction. An exception, also one
     * after the handler has returned, fails the attempt as one of the handler does. What {@link RunCall#proceed} threw fails it even if the interceptor
     * catches that.
     *
     * @throws Throwable what {@link RunCall#proceed} throws, or a failure of its own
     */
    default void run(RunCall call) throws Throwable {
        call.proceed();
    }

    /** A call of a handler. Applications should not implement this interface: methods may be added. */
    interface RunCall {

        /** Returns the jobs of the call: one, unless the handler takes a {@code List}. */
        List<Job<?>> jobs();

        /** Returns the job of the call; for a handler that takes a {@code List}, the first one. */
        default JobContext job() {
            return jobs().get(0).context();
        }

        /**
         * Returns whether the call undoes the steps of a job that is to be dead or cancelled. An exception keeps them from being undone, and is retried
         * even if it rejects the job.
         */
        boolean undoes();

        /**
         * Calls the next interceptor, and the last one calls the handler. Each interceptor calls this once, on its thread; if it does not, the attempt has failed.
         *
         * @throws Throwable what the handler threw
         */
        void proceed() throws Throwable;
    }
}
