package io.baton.autoconfigure;

import io.baton.database.Transactions;
import io.baton.job.Stores;

/**
 * The stores on the connections of the engine.
 *
 * @param stores those of jobs and workers, with the transactions
 * @param factory creates those of capabilities
 */
record EngineStores(Stores stores, StoreFactory factory) {

    /** Returns the engine's transactions. */
    Transactions transactions() {
        return stores.transactions();
    }
}
