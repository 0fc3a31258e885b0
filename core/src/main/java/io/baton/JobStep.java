package io.baton;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step of a job, see {@link JobContext#step(String)}. The last method of a chain does the step, unless it is done, and returns its result.
 * Applications should not implement this interface: methods may be added.
 *
 * <p>{@link #call} and {@link #run} are for effects outside of the database. The record of the step is written after the effect: if the process dies
 * between them, the step is repeated, and receives the same key, as with {@link Once}. {@link #callInTransaction} and {@link #runInTransaction} commit
 * the application's writes and the record together, or neither.
 *
 * <p>An exception leaves the step, which counts as not done. If the result of a call cannot be kept, the step counts as done: it fails in every later
 * run, by an {@link InvalidPayloadException}, and its effect is not repeated. A transaction with such a result is rolled back.
 *
 * @param <T> the type of the result, which is null if the call returned null
 */
public interface JobStep<T extends @Nullable Object> {

    /**
     * Records the step before it begins. If it throws an {@link OnceUncertainException}, such as after a timeout, or the process dies, or the run is stopped, before its end is recorded, it is not repeated: it throws an
     * {@link OnceUncertainException} in every run, until an operator has found out what happened and calls {@link Steps#forget}.
     */
    JobStep<T> failIfUncertain();

    /**
     * Records the step before it begins, and finds out what happened if its end was not recorded. The step needs a type of result.
     *
     * @param reconcile receives the key of the step and returns its result if it took effect; if it returns empty, the step is done again
     */
    JobStep<T> ifUncertain(Function<String, Optional<T>> reconcile);

    /**
     * Repeats the step within the run if it throws an exception, unless that is a {@link BatonException} or the run is stopped.
     *
     * @param attempts how often it is tried at most, from 1 to 100
     * @param pause the pause between two attempts, at most a minute
     * @throws IllegalArgumentException if either is out of bounds
     */
    JobStep<T> retry(int attempts, Duration pause);

    /**
     * Sets what undoes the step if its job is to be dead or cancelled. The handler is then called once more: steps return what is recorded, and the
     * last one ends the call. What was done is undone in the reverse order, each undo until it has been recorded, in a transaction if the step had
     * one; then the job is dead or cancelled. An undo that throws an exception does not stop the others; those that are left are retried like a
     * handler, and {@link Jobs#revive} tries them again. A call is recorded before it begins, and is undone if it is not known whether it was done.
     */
    JobStep<T> undo(Undo<T> undo);

    /**
     * Does the step, and returns its result.
     *
     * @throws X if the call throws it
     */
    <X extends Exception> T call(Call<T, X> call) throws X;

    /** Does the step, and records no result. */
    <X extends Exception> void run(OnceAction<X> action) throws X;

    /**
     * Does the step in a READ COMMITTED transaction of the application's transaction manager, and records it in the same transaction. An exception
     * rolls back both.
     *
     * @throws BatonException if there is no transaction manager for Baton's data source
     */
    <X extends Exception> T callInTransaction(Work<T, X> work) throws X;

    /** Does the step in such a transaction, and records no result. */
    <X extends Exception> void runInTransaction(Action<X> action) throws X;

    /** A step with a result. Its key is the same in every attempt, and in no other job. */
    @FunctionalInterface
    interface Call<T extends @Nullable Object, X extends Exception> {

        T call(String key) throws X;
    }

    /** A step with a result, in a transaction. */
    @FunctionalInterface
    interface Work<T extends @Nullable Object, X extends Exception> {

        T call() throws X;
    }

    /** What undoes a step. Its key is the same in every attempt, and another one than that of the step. */
    @FunctionalInterface
    interface Undo<T extends @Nullable Object> {

        /**
         * Undoes a step.
         *
         * @param result the result of the step; null if it has none, if it could not be kept, or if it is not known whether the step was done
         */
        void undo(@Nullable T result, String key) throws Exception;
    }

    /** A step without a result, in a transaction. */
    @FunctionalInterface
    interface Action<X extends Exception> {

        void run() throws X;
    }
}
