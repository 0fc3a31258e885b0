package io.baton.job;

import io.baton.database.Transactions;
import io.baton.testing.StrictFaults;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Transactions whose statements and commits a strict database may refuse. Those of the engine's are repeated then, so that each verb keeps its contract. */
record StrictTransactions(Transactions transactions) implements Transactions {

    /** Returns these transactions, strict if the databases of the tests are. */
    static Transactions of(Transactions transactions) {
        return StrictFaults.CHOSEN.areWanted() ? new StrictTransactions(transactions) : transactions;
    }

    @Override
    public <T extends @Nullable Object> T run(Supplier<T> work) {
        return StrictFaults.armed(() -> transactions.run(work));
    }

    @Override
    public <T extends @Nullable Object> T single(Supplier<T> work) {
        return StrictFaults.armed(() -> transactions.single(work));
    }
}
