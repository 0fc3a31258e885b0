package io.baton.job;

/** What the simulation stands on keeps the promises that the real stores keep. */
class InMemoryJobStoreTests extends JobStoreContract {

    @Override
    TestedStore open() {
        return new StoreInMemory();
    }
}
