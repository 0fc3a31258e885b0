package io.baton.testing.memory;

import io.baton.JobId;
import io.baton.Rate;
import io.baton.RateLimitDetails;
import io.baton.SemaphoreDetails;
import io.baton.permit.Admitted;
import io.baton.permit.Limit;
import io.baton.permit.PermitStore;
import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.memory.PermitRow.State;
import io.baton.type.Names;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;

/** Limits and permits in memory. Not final, so that a mutant of it can show that somebody would notice. */
public class InMemoryPermitStore extends PermitStore {

    private final MemoryDatabase database;
    private final MemoryLimits limits;
    private final MemoryRepairs repairs;

    /** A store in this database. */
    public InMemoryPermitStore(MemoryDatabase database) {
        super(MemoryDatabase.NO_TABLES);
        this.database = database;
        this.limits = new MemoryLimits(database);
        this.repairs = new MemoryRepairs(database);
    }

    /** Runs a statement of an admission, each after the other; time may pass between them. */
    protected <T extends @Nullable Object> T statement(Supplier<T> work) {
        return database.joined(work);
    }

    /** Somebody else holds the row of a limit. Returns when it is worth another try. */
    protected void awaitLock(CannotAcquireLockException held) {
        throw held;
    }

    /** Whether an admission counts what is held in the statement that waits for the lock, which sees what was there when its wait began. */
    protected boolean countsWithTheLock() {
        return false;
    }

    /** Whether what an admission gave of a rate is used up. */
    protected boolean usesRates() {
        return true;
    }

    @Override
    public boolean define(String name, Limit limit) {
        return database.joined(() -> {
            if (limits.isThere(name)) {
                return limits.fill(name, limit);
            }
            limits.make(name, limit, null);
            return true;
        });
    }

    @Override
    public boolean change(String name, Limit limit) {
        return database.joined(() -> {
            limits.makeKey(name);
            return limits.change(name, limit);
        });
    }

    @Override
    public boolean restore(String name, Limit limit) {
        return database.joined(() -> {
            if (limits.isThere(name)) {
                return false;
            }
            limits.make(name, limit, limit.text());
            return true;
        });
    }

    @Override
    public boolean declare(String name, Limit limit) {
        return database.joined(() -> restore(name, limit) || limits.declare(name, limit));
    }

    @Override
    public List<String> families(int limit) {
        return database.joined(() -> limits.families(limit));
    }

    @Override
    public boolean knows(String name) {
        return database.joined(() -> limits.knows(name));
    }

    @Override
    public boolean isUsed() {
        return database.joined(() -> !database.limits.all().isEmpty());
    }

    @Override
    public Optional<SemaphoreDetails> find(String name) {
        return database.joined(() -> Optional.ofNullable(limits.capacity(name))
                .map(capacity -> new Semaphore(name, capacity, jobs(name, State.HELD), jobs(name, State.WAITING))));
    }

    @Override
    public Optional<RateLimitDetails> findRate(String name) {
        return database.joined(() -> Optional.ofNullable(limits.rate(name))
                .map(rate -> new Limited(Names.shownLimit(name), rate, jobs(name, State.WAITING))));
    }

    private List<JobId> jobs(String name, State state) {
        return database.view().jobs(name, state).stream().map(JobId::new).toList();
    }

    @Override
    public List<String> keys(String family, String after, int limit) {
        return database.joined(() -> database.limits.all().stream()
                .map(LimitRow::name)
                .filter(name -> name.startsWith(Names.keyStart(family)) && name.compareTo(after) > 0)
                .sorted()
                .limit(limit)
                .toList());
    }

    @Override
    public Admitted admit(Collection<String> names, Set<String> queues, int most) {
        return new MemoryAdmission(this, database, queues, most).admit(names);
    }

    @Override
    public Repaired releaseUnserved(Set<String> open, int limit) {
        return database.joined(() -> new MemoryHeldPermits(database).releaseUnserved(open, limit));
    }

    @Override
    public Repaired releaseBeyond(Collection<String> names, int limit) {
        return database.joined(() -> new MemoryHeldPermits(database).releaseBeyond(names, limit));
    }

    @Override
    public List<String> awaited(String after, int limit) {
        return database.joined(() -> repairs.awaited(after, limit));
    }

    @Override
    public Repaired removeForgotten(long afterJob, int limit) {
        return database.joined(() -> repairs.removeForgotten(afterJob, limit));
    }

    @Override
    public Repaired wakeForgotten(long afterJob, int limit) {
        return database.joined(() -> repairs.wakeForgotten(afterJob, limit));
    }

    @Override
    public int removeIdle(int limit) {
        return database.joined(() -> repairs.removeIdle(limit));
    }

    private record Semaphore(String name, int capacity, List<JobId> holders, List<JobId> waiters)
            implements SemaphoreDetails {

        @Override
        public long held() {
            return holders.size();
        }

        @Override
        public long waiting() {
            return waiters.size();
        }
    }

    private record Limited(String name, Rate rate, List<JobId> waiters) implements RateLimitDetails {

        @Override
        public long waiting() {
            return waiters.size();
        }
    }
}
