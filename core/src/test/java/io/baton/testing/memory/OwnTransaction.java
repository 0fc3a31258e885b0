package io.baton.testing.memory;

import io.baton.database.Transactions;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.SimpleTransactionStatus;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;

/** Each a transaction of these. */
public record OwnTransaction(Transactions transactions) implements TransactionOperations {

    @Override
    public <T extends @Nullable Object> T execute(TransactionCallback<T> action) {
        return transactions.run(() -> action.doInTransaction(new SimpleTransactionStatus()));
    }
}
