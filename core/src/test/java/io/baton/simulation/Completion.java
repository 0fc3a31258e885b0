package io.baton.simulation;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What is to be done once a transaction is over, as a transaction manager does it. */
final class Completion {

    private Completion() {}

    /** A transaction that tells how far it came. */
    interface Stages {

        /** It is committed, though whoever committed it may not learn that. */
        void committed();
    }

    /** A transaction. */
    @FunctionalInterface
    interface Work<T extends @Nullable Object> {

        T run(Stages stages);
    }

    static <T extends @Nullable Object> T of(Work<T> transaction) {
        int[] status = {TransactionSynchronization.STATUS_ROLLED_BACK};
        TransactionSynchronizationManager.initSynchronization();
        try {
            T result = transaction.run(() -> status[0] = TransactionSynchronization.STATUS_UNKNOWN);
            status[0] = TransactionSynchronization.STATUS_COMMITTED;
            return result;
        } finally {
            end(status[0]);
        }
    }

    static <T extends @Nullable Object> T ofCommit(Supplier<T> transaction) {
        return of(stages -> transaction.get());
    }

    private static void end(int status) {
        List<TransactionSynchronization> known = TransactionSynchronizationManager.getSynchronizations();
        TransactionSynchronizationManager.clearSynchronization();
        if (status == TransactionSynchronization.STATUS_COMMITTED) {
            known.forEach(TransactionSynchronization::afterCommit);
        }
        known.forEach(each -> each.afterCompletion(status));
    }
}
