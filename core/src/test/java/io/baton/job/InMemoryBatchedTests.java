package io.baton.job;

/** What the simulation stands on keeps the promises that the real stores keep. */
class InMemoryBatchedTests extends BatchedContract {

    @Override
    BatchedStore batched() {
        return BatchedStore.inMemory();
    }
}
