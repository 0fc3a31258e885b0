package io.baton.job;

import io.baton.Rate;
import io.baton.permit.Admitted;
import io.baton.permit.DirtyLimits;
import io.baton.permit.Limit;
import io.baton.permit.LimitDefinitions.PermitSemaphores;
import io.baton.permit.PermitStore;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A store of limited jobs with what admits them, whatever it stands on. */
abstract class LimitedStore implements AutoCloseable {

    static final String QUEUE = "q";

    final DirtyLimits dirty;
    final TestedStore database;
    final PermitStore permits;

    LimitedStore(TestedStore database, PermitStore permits, DirtyLimits dirty) {
        this.database = database;
        this.permits = permits;
        this.dirty = dirty;
        dirty.onMarked(() -> {});
    }

    static LimitedStore on(TestDatabase kind) {
        return kind == TestDatabase.MEMORY ? new LimitedInMemory() : new LimitedOnDatabase(kind);
    }

    void clear() {
        database.clear();
        clearLimits();
        dirty.take(Integer.MAX_VALUE);
    }

    /** Removes every limit and permit. */
    abstract void clearLimits();

    /** Lets so much time pass for all rates, or turns it back. */
    abstract void pass(Duration time);

    /** Lets every limit look as if nobody had used it for years. */
    abstract void unusedForLong();

    /** Removes jobs by hand, and leaves their permits. */
    abstract void removeByHand(Collection<Long> jobs);

    /** Leaves the permits of a job to another id. */
    abstract void leaveTo(long id, long job);

    /** Lets a job wait for nothing, by hand. */
    abstract void sleepByHand(long job);

    /** Removes the permits of a job by hand. */
    abstract void removePermitsByHand(long job);

    /** The states of a job's permits, by the names of their limits: 0 asleep, 1 waiting, 2 held. */
    abstract Map<String, Integer> of(long job);

    /** How many jobs hold a permit, by their rows. */
    abstract long held(String name);

    /** How many permits there are in any state. */
    abstract long permitRows();

    void define(String name, int capacity) {
        new PermitSemaphores(permits, database.transactions, dirty).define(name, capacity);
        dirty.take(Integer.MAX_VALUE);
    }

    void define(String name, Rate rate) {
        database.transactions.run(() -> permits.define(name, Limit.of(rate)));
    }

    long insert(JobDraft job, String... names) {
        return database.insert(job.permits(names));
    }

    Admitted admit(String... names) {
        return database.transactions.run(() -> permits.admit(List.of(names), Set.of(QUEUE), 1_000));
    }

    /** Admits as a node does until nothing is left to look at but what somebody holds, which is left for the next time. */
    void follow() {
        Set<String> busy = new TreeSet<>();
        for (Set<String> names = dirty(); !names.isEmpty(); names = dirty()) {
            Admitted admitted = admit(names);
            busy.addAll(admitted.busy());
            dirty.mark(admitted.further());
        }
        dirty.mark(busy);
    }

    private Admitted admit(Set<String> names) {
        try {
            return database.transactions.run(() -> permits.admit(names, Set.of(QUEUE), 1_000));
        } catch (RuntimeException e) {
            dirty.mark(names);
            throw e;
        }
    }

    /** The limits that were dirty since this was asked last. */
    Set<String> dirty() {
        return dirty.take(100).names();
    }

    @Override
    public void close() {
        database.close();
    }
}
