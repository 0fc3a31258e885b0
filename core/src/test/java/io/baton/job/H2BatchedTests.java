package io.baton.job;

import io.baton.testing.TestDatabase;

class H2BatchedTests extends BatchedContract {

    @Override
    BatchedStore batched() {
        return BatchedStore.on(TestDatabase.H2);
    }
}
