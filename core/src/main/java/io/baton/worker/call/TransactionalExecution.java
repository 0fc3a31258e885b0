package io.baton.worker.call;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.database.OwnTransactions;
import io.baton.database.ThreadBindings;
import io.baton.database.Transactions;
import io.baton.database.TransientFailure;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobRoles;
import io.baton.job.JobSettlements;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.loop.LoggedFailure;
import io.baton.worker.Engine;
import io.baton.worker.call.ProgressWriter.CheckpointFailedException;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.JobResult;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * Runs a handler and settles its jobs in one transaction of the application's. The jobs' rows are updated last, so that a long handler locks none; if
 * one of their claims was lost, everything is rolled back. The caller finds out whether a failed commit took effect.
 *
 * @param manager null if the application has none, so that it has no transactional handlers either
 * @param definition makes transactions READ COMMITTED
 * @param store writes to the data source that the manager's transactions carry
 * @param guard throws in a transaction that does not carry that data source
 * @param idleLimit limits how long such a transaction may be idle
 * @param markBegin marks the beginning of a transaction
 * @param requireBegin throws if the transaction lacks that mark, since the database has rolled it back and the handler did not notice
 * @param pause waits for this many nanoseconds between attempts on locked rows
 */
public record TransactionalExecution(
        @Nullable PlatformTransactionManager manager,
        TransactionDefinition definition,
        JobRoles store,
        Runnable guard,
        Consumer<Duration> idleLimit,
        Runnable markBegin,
        Runnable requireBegin,
        LongConsumer pause) {

    private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(5);

    /**
     * Does the work and settles its results; both are committed if this returns. The timeout also limits how long the transaction may be idle, in
     * case its worker is gone.
     */
    public List<JobResult> execute(Work<List<JobResult>, Throwable> work, @Nullable Duration timeout) throws Throwable {
        return committed(work, this::settle, timeout).stream()
                .map(JobResult::written)
                .toList();
    }

    /**
     * Does a part of a handler's work, and then a write under the claim of its job, if there is one; both are committed if this returns.
     *
     * @param what names the write in messages
     */
    <T extends @Nullable Object, X extends Throwable> T executePart(
            String what,
            Fence fence,
            Work<T, X> work,
            Function<T, @Nullable Supplier<Settled>> write,
            @Nullable Duration timeout)
            throws X {
        if (manager == null) {
            throw new BatonException(what
                    + " needs a PlatformTransactionManager for Baton's data source. Declare one, and mark it with @BatonTransactionManager if there are"
                    + " several");
        }
        try {
            return committed(
                    work,
                    result -> {
                        Supplier<Settled> last = write.apply(result);
                        if (last != null && !ProgressWriter.save(what, last, ProgressWriter.TRIES_ON_BUSY_ROW, pause)) {
                            throw new FencedException(fence.id());
                        }
                    },
                    timeout);
        } catch (NotBegunException e) {
            throw new CheckpointFailedException(what, "no transaction could be begun", e);
        }
    }

    static boolean isOfDatabase(Throwable failure) {
        return failure instanceof CheckpointFailedException
                || failure instanceof BusyException
                || failure instanceof FencedException
                || failure instanceof DatabaseInterruptedException;
    }

    /** Returns whether a claim still stands, once no transaction holds the row of its job; if not, stops the run. */
    boolean stands(ClaimedJob job, ActiveRun run, Engine engine) {
        boolean stands = !lookup(engine).standing(List.of(job), run).isEmpty();
        if (!stands) {
            run.stop(StopReason.LOST);
        }
        return stands;
    }

    private <T extends @Nullable Object, X extends Throwable> T committed(
            Work<T, X> work, Consumer<T> last, @Nullable Duration timeout) throws X {
        PlatformTransactionManager transactions = requireNonNull(manager);
        TransactionStatus status = begin(transactions);
        T result;
        try {
            guard.run();
            ThreadBindings own = ThreadBindings.ofTransaction();
            first(() -> {
                markBegin.run();
                if (timeout != null) {
                    idleLimit.accept(timeout.plus(BEYOND_TIMEOUT));
                }
            });
            result = inside(own, work);
            status.flush();
            // Galera reports a conflict with the statement after it, which may be this one
            last(() -> "The transaction of the run collided with another one", () -> {
                requireBegin.run();
                return true;
            });
            last.accept(result);
        } catch (Throwable failure) {
            OwnTransactions.rollBack(transactions, status, failure);
            throw failure;
        }
        commit(transactions, status);
        return result;
    }

    /** Does the work. A transaction that it left open would take the place of this one, and the last writes would be lost with it. */
    private static <T extends @Nullable Object, X extends Throwable> T inside(ThreadBindings own, Work<T, X> work)
            throws X {
        try {
            T result = work.run();
            if (own.isHidden()) {
                throw new LeakedTransactionException();
            }
            return result;
        } finally {
            if (own.isHidden()) {
                own.restore();
            }
        }
    }

    private static void commit(PlatformTransactionManager transactions, TransactionStatus status) {
        try {
            transactions.commit(status);
        } catch (RuntimeException | Error e) {
            throw new CommitFailedException(TransientFailure.isOfServer(e) ? new DatabaseInterruptedException(e) : e);
        }
    }

    private TransactionStatus begin(PlatformTransactionManager transactions) {
        try {
            return transactions.getTransaction(definition);
        } catch (CannotCreateTransactionException e) {
            throw new NotBegunException(e);
        }
    }

    /** Executes the first statements of the transaction; if one fails, the handler was not called. */
    private static void first(Runnable statements) {
        try {
            statements.run();
        } catch (DataAccessException e) {
            throw TransientFailure.is(e) ? new NotBegunException(e) : e;
        }
    }

    private void settle(List<JobResult> results) {
        List<Settlement> left = results.stream()
                .map(result -> requireNonNull(result.unwritten()))
                .toList();
        for (int attempt = 0; attempt < ProgressWriter.TRIES_ON_BUSY_ROW; attempt++) {
            left = busy(left, settled(left));
            if (left.isEmpty()) {
                return;
            }
            pause.accept(ProgressWriter.POLL_NANOS);
        }
        throw new BusyException(heldRow(left), null);
    }

    private Map<Fence, Settled> settled(List<Settlement> settlements) {
        return last(() -> heldRow(settlements), () -> store.settlements().settle(settlements));
    }

    /** Executes one of the last statements of the transaction; {@code ifBusy} says what is wrong if another transaction is in its way. */
    private static <T> T last(Supplier<String> ifBusy, Supplier<T> statement) {
        try {
            return statement.get();
        } catch (PessimisticLockingFailureException e) {
            throw new BusyException(ifBusy.get(), e);
        } catch (DataAccessException e) {
            throw TransientFailure.is(e) ? new DatabaseInterruptedException(e) : e;
        }
    }

    private static String heldRow(List<Settlement> settlements) {
        return "Another session locks the row of job "
                + settlements.get(0).fence().id() + " for longer than its completion can wait";
    }

    private static List<Settlement> busy(List<Settlement> settlements, Map<Fence, Settled> settled) {
        List<Settlement> busy = new ArrayList<>();
        for (Settlement settlement : settlements) {
            switch (settled.getOrDefault(settlement.fence(), Settled.FENCED)) {
                case DONE, WOKEN -> {}
                case BUSY -> busy.add(settlement);
                case FENCED -> throw new FencedException(settlement.fence().id());
            }
        }
        return busy;
    }

    ClaimLookup lookup(Engine engine) {
        return new ClaimLookup(engine.settlements(), engine.transactions(), pause);
    }

    /** Does work in a transaction; returns what is settled or saved in it. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object, X extends Throwable> {

        T run() throws X;
    }

    /** Reports that no transaction could be begun for the handler, such as for want of a connection; the handler was not called. */
    static final class NotBegunException extends BatonException {

        NotBegunException(RuntimeException cause) {
            super("No transaction could be begun for the handler, which was not called", cause);
        }
    }

    /** Reports that the row of a job was not as it was claimed; the handler's transaction is rolled back. */
    static final class FencedException extends BatonException {

        FencedException(long job) {
            super(
                    "A write to the row of job " + job
                            + " was refused, because its row was changed while its handler ran, or the server does not have its claim yet, and the"
                            + " handler's transaction is rolled back. A handler must not change or delete the row of its own job");
        }
    }

    /** Reports that another transaction was in the way of the last statements; the handler's transaction is rolled back. */
    static final class BusyException extends BatonException {

        BusyException(String problem, @Nullable Throwable cause) {
            super(
                    problem
                            + "; the handler's transaction is rolled back, and the job runs again without using up an attempt",
                    cause);
        }
    }

    /** Reports that the commit of the handler's transaction failed. The cause does not say whether it took effect. */
    static final class CommitFailedException extends BatonException {

        CommitFailedException(Throwable cause) {
            super("The commit of the handler's transaction failed", cause);
        }

        /** Returns the exception of the application's transaction manager, by which retries are decided, or an interruption by the database. */
        RuntimeException failure() {
            if (getCause() instanceof Error error) {
                throw error;
            }
            return getCause() instanceof RuntimeException cause ? cause : this;
        }
    }

    /**
     * Reports that the database ended a statement or transaction that Baton executed for a run. A handler that does not catch it is called again
     * without using up an attempt, up to {@value Outcome.Interrupted#MOST_IN_A_ROW} times in a row, since its own work may end every connection.
     */
    static final class DatabaseInterruptedException extends BatonException {

        DatabaseInterruptedException(Throwable cause) {
            super(
                    "The database interrupted the run: it ended a statement or transaction of Baton's, and the handler did not fail. No attempt"
                            + " is used up, but after " + Outcome.Interrupted.MOST_IN_A_ROW
                            + " interruptions in a row the job is dead. If the database is available again, revive it",
                    cause);
        }
    }

    /** Reports that a handler began a transaction and returned without ending it, so that its writes were not committed. */
    static final class LeakedTransactionException extends BatonException {

        static final String ADVICE = "Use @Transactional or a TransactionTemplate, or end it in a finally block";

        LeakedTransactionException() {
            super("The handler began a transaction and returned without ending it: what it wrote there is rolled back. "
                    + ADVICE);
        }
    }

    /** Reads which claims still stand if their end is uncertain. It queries the database until it responds, and never guesses. */
    record ClaimLookup(JobSettlements store, Transactions transactions, LongConsumer pause) {

        private static final Logger log = LoggerFactory.getLogger(ClaimLookup.class);
        private static final long POLL_NANOS = 20_000_000;
        private static final long AFTER_FAILURE_NANOS = 250_000_000;

        /**
         * Returns those claims of a run that still stand, so that nothing of the run has taken effect for them. Returns none if the worker loses its
         * jobs, ends or gives up the run before the database responds; another node reclaims the jobs then.
         */
        Set<Fence> standing(List<ClaimedJob> jobs, ActiveRun run) {
            List<Fence> claims = jobs.stream().map(ClaimedJob::fence).toList();
            long whileBusy = POLL_NANOS;
            while (true) {
                // an interrupt would end every pause at once; the reason for it stays with the run
                Thread.interrupted();
                long rest;
                try {
                    Map<Fence, Settled> found = transactions.run(() -> store.lock(claims));
                    if (!found.containsValue(Settled.BUSY)) {
                        return claims.stream()
                                .filter(claim -> found.get(claim) == Settled.DONE)
                                .collect(Collectors.toSet());
                    }
                    rest = whileBusy;
                    whileBusy = Math.min(2 * whileBusy, AFTER_FAILURE_NANOS);
                } catch (RuntimeException e) {
                    log.debug(
                            "The state of {} claims is not known yet; the query is repeated",
                            claims.size(),
                            LoggedFailure.of(e));
                    rest = AFTER_FAILURE_NANOS;
                }
                if (run.isOver() || run.stopReason() == StopReason.LOST || run.stopReason() == StopReason.SHUTDOWN) {
                    return Set.of();
                }
                pause.accept(rest);
            }
        }
    }
}
