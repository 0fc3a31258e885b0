package io.baton.job;

import io.baton.permit.DirtyLimits;
import io.baton.testing.memory.InMemoryPermitStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryPermits;
import io.baton.testing.memory.PermitsByHand;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;

/** Limited jobs in what the simulation stands on. */
final class LimitedInMemory extends LimitedStore {

    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    private final PermitsByHand hand;

    LimitedInMemory() {
        this(new MemoryDatabase(Instant::now), new DirtyLimits());
    }

    private LimitedInMemory(MemoryDatabase database, DirtyLimits dirty) {
        super(
                new StoreInMemory(database, new MemoryPermits(database, dirty::mark), null),
                new InMemoryPermitStore(database),
                dirty);
        this.hand = new PermitsByHand(database);
    }

    @Override
    void clearLimits() {
        // they went with the jobs
    }

    @Override
    void pass(Duration time) {
        hand.pass(time);
    }

    @Override
    void unusedForLong() {
        hand.usedAt(LONG_AGO);
    }

    @Override
    void removeByHand(Collection<Long> jobs) {
        hand.removeJobs(jobs);
    }

    @Override
    void leaveTo(long id, long job) {
        hand.leaveTo(id, job);
    }

    @Override
    void sleepByHand(long job) {
        hand.sleep(job);
    }

    @Override
    void removePermitsByHand(long job) {
        hand.remove(job);
    }

    @Override
    Map<String, Integer> of(long job) {
        return hand.of(job);
    }

    @Override
    long held(String name) {
        return hand.held(name);
    }

    @Override
    long permitRows() {
        return hand.count();
    }
}
