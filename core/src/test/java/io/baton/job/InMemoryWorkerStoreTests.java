package io.baton.job;

/** What the simulation stands on keeps the promises that the real stores keep. */
class InMemoryWorkerStoreTests extends WorkerStoreContract {

    @Override
    TestedStore open() {
        return new StoreInMemory();
    }
}
