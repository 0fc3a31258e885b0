package io.baton.worker;

import io.baton.BatonException;
import io.baton.job.Fence;
import io.baton.job.JobStore;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/**
 * Runs a handler and settles its jobs in one transaction of the application's. The jobs' rows are touched last, so that a long handler
 * holds none; if one of them is not ours any more, everything is rolled back.
 */
public final class TransactionalCalls {

    private static final int LOOKS_AT_BUSY_ROWS = 250;
    private static final long BETWEEN_LOOKS_NANOS = 20_000_000;
    private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(5);

    private final @Nullable PlatformTransactionManager manager;
    private final TransactionDefinition definition;
    private final JobStore store;
    private final LongConsumer pause;

    /**
     * Calls in transactions of the manager.
     *
     * @param manager null if the application has none, which is told when it is needed
     * @param definition READ COMMITTED, one way or another
     * @param store on the data source that the manager's transactions carry
     */
    public TransactionalCalls(
            @Nullable PlatformTransactionManager manager, TransactionDefinition definition, JobStore store) {
        this(manager, definition, store, LockSupport::parkNanos);
    }

    /** Pauses, given in nanoseconds, between looks at rows that somebody holds. */
    TransactionalCalls(
            @Nullable PlatformTransactionManager manager,
            TransactionDefinition definition,
            JobStore store,
            LongConsumer pause) {
        this.manager = manager;
        this.definition = definition;
        this.store = store;
        this.pause = pause;
    }

    /** A handler whose time is limited may not leave its transaction idle for longer than that either, in case its worker is gone. */
    void call(Work work, @Nullable Duration timeout) throws Throwable {
        PlatformTransactionManager transactions = required();
        TransactionStatus status = begin(transactions);
        try {
            if (timeout != null) {
                store.limitIdleTime(timeout.plus(BEYOND_TIMEOUT));
            }
            List<Settlement> settlements = work.run();
            status.flush();
            settle(settlements);
        } catch (Throwable failure) {
            rollBack(transactions, status, failure);
            throw failure;
        }
        transactions.commit(status);
    }

    private TransactionStatus begin(PlatformTransactionManager transactions) {
        try {
            return transactions.getTransaction(definition);
        } catch (CannotCreateTransactionException e) {
            throw new NotBegunException(e);
        }
    }

    private PlatformTransactionManager required() {
        if (manager == null) {
            throw new BatonException(
                    "A transactional handler needs a PlatformTransactionManager for Baton's data source."
                            + " Declare one, and mark it with @BatonTransactionManager if there are several");
        }
        return manager;
    }

    private static void rollBack(PlatformTransactionManager transactions, TransactionStatus status, Throwable failure) {
        try {
            if (!status.isCompleted()) {
                transactions.rollback(status);
            }
        } catch (RuntimeException | Error e) {
            failure.addSuppressed(e);
        }
    }

    private void settle(List<Settlement> settlements) {
        List<Settlement> left = settlements;
        for (int look = 0; look < LOOKS_AT_BUSY_ROWS; look++) {
            left = busy(left, store.settle(left));
            if (left.isEmpty()) {
                return;
            }
            pause.accept(BETWEEN_LOOKS_NANOS);
        }
        throw new BatonException(
                "Somebody holds the row of job " + left.get(0).fence().id()
                        + " for longer than its completion can wait; its transaction is rolled back and the job tried again");
    }

    private static List<Settlement> busy(List<Settlement> settlements, Map<Fence, Settled> settled) {
        List<Settlement> busy = new ArrayList<>();
        for (Settlement settlement : settlements) {
            switch (settled.getOrDefault(settlement.fence(), Settled.FENCED)) {
                case DONE -> {}
                case BUSY -> busy.add(settlement);
                case FENCED -> throw new FencedException(settlement.fence().id());
            }
        }
        return busy;
    }

    /** What a handler does in the transaction; answers what is to be settled in it. */
    @FunctionalInterface
    interface Work {

        List<Settlement> run() throws Throwable;
    }

    /** There was no transaction to run the handler in, such as for want of a connection; the handler was not called. */
    static final class NotBegunException extends BatonException {

        private static final long serialVersionUID = 1L;

        NotBegunException(CannotCreateTransactionException cause) {
            super("No transaction could be begun for the handler, which was not called", cause);
        }
    }

    /** A job was taken back while its handler ran, whose writes are therefore rolled back. */
    static final class FencedException extends BatonException {

        private static final long serialVersionUID = 1L;

        FencedException(long job) {
            super(
                    "Job " + job
                            + " was taken back from this worker while its handler ran; the handler's transaction is rolled back");
        }
    }
}
