package io.baton.autoconfigure;

import io.baton.database.Transactions;
import io.baton.job.Stores;

/**
 * What stores on the engine's connections.
 *
 * @param stores those of jobs and workers, and the engine's transactions
 * @param more makes those of capabilities
 */
record EngineStores(Stores stores, StoreFactory more) {

    /** Returns the engine's transactions. */
    Transactions transactions() {
        return stores.transactions();
    }
}
