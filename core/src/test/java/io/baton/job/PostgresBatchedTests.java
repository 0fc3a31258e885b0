package io.baton.job;

import io.baton.testing.TestDatabase;

class PostgresBatchedTests extends BatchedContract {

    @Override
    BatchedStore batched() {
        return BatchedStore.on(TestDatabase.POSTGRES);
    }
}
