package io.baton.job;

import io.baton.testing.memory.Aged;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.JobRow;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryMembers;
import io.baton.testing.memory.MemoryPermits;
import io.baton.testing.memory.MemoryTransaction;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** The store that the simulation stands on. */
final class StoreInMemory extends TestedStore {

    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    private final MemoryDatabase database;

    StoreInMemory() {
        this(new MemoryDatabase(Instant::now), null, null);
    }

    StoreInMemory(MemoryDatabase database, @Nullable MemoryPermits permits, @Nullable MemoryMembers members) {
        super(database, new InMemoryJobStore(database, KEEP_ALL, permits, members), new InMemoryWorkerStore(database));
        this.database = database;
    }

    @Override
    JobStore storeKeeping(Retention retention) {
        return new InMemoryJobStore(database, retention);
    }

    @Override
    void clear() {
        new Aged(database).clear();
    }

    @Override
    void insertAgain(long id) {
        new Aged(database).insertAgain(id, JobDraft.job().type("again").asNew());
    }

    @Override
    void overdue(long id, String dueAt) {
        new Aged(database).due(id, Instant.parse(dueAt.replace(' ', 'T') + "Z"));
    }

    @Override
    void crashed(int crashes) {
        new Aged(database).crashes(crashes);
    }

    @Override
    void interrupted(int times) {
        new Aged(database).interruptions(times);
    }

    @Override
    void everythingLongAgo() {
        new Aged(database).everything(LONG_AGO);
    }

    @Override
    void waitsOver() {
        new Aged(database).waits(LONG_AGO);
    }

    @Override
    void seenLongAgo(long workerId) {
        new Aged(database).seen(workerId, LONG_AGO);
    }

    @Override
    int unheld() {
        int unheld = 0;
        for (JobRow row : database.jobs()) {
            unheld += row.lockId() == null ? 1 : 0;
        }
        return unheld;
    }

    @Override
    void lockJob(long id) {
        database.lockJob(id);
    }

    @Override
    void lockWorker(long id) {
        database.lockWorker(id);
    }

    @Override
    HeldTransaction hold() {
        MemoryTransaction transaction = database.begin();
        return new HeldTransaction() {

            @Override
            public <T> T call(Callable<T> step) {
                return database.in(transaction, () -> {
                    try {
                        return step.call();
                    } catch (RuntimeException e) {
                        throw e;
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
            }

            @Override
            public void rollback() {
                database.rollback(transaction);
            }

            @Override
            public void close() {
                if (!transaction.isOver()) {
                    rollback();
                }
            }
        };
    }

    @Override
    boolean passesOverHeldRows() {
        return true;
    }

    @Override
    void reconnect() {
        // there is no connection
    }

    @Override
    public void close() {
        // nothing is left open
    }
}
