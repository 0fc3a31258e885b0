package io.baton.job;

/** What the simulation stands on keeps the promises that the real stores keep. */
class InMemoryRateTests extends RateContract {

    @Override
    LimitedStore store() {
        return new LimitedInMemory();
    }
}
