package io.baton.permit;

import io.baton.JobId;
import io.baton.Rate;
import io.baton.RateLimitDetails;
import io.baton.SemaphoreDetails;
import io.baton.database.Database;
import io.baton.permit.PermitStore.Admitted;
import io.baton.permit.PermitStore.Repaired;
import io.baton.type.Names;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The limits and permits in a relational database. Runs in the transaction that is bound to its data source. */
public final class JdbcPermitStore implements PermitStore {

    private final Database database;
    private final LimitRows limits;
    private final PermitStatements statements;

    /** Creates a store in this database. */
    public JdbcPermitStore(Database database) {
        this.database = database;
        this.limits = new LimitRows(database);
        this.statements = statements(database);
    }

    /** Returns the statements for this database. */
    static PermitStatements statements(Database database) {
        return database.dialect().verbsAreStatements()
                ? new PostgresPermitStatements(database)
                : new PortablePermitStatements(database, new LimitRows(database));
    }

    @Override
    public boolean define(String name, Limit limit) {
        if (limits.exists(name)) {
            return limits.fill(name, limit);
        }
        limits.make(name, limit, null);
        return true;
    }

    @Override
    public boolean change(String name, Limit limit) {
        limits.makeKey(name);
        return limits.change(name, limit);
    }

    @Override
    public boolean restore(String name, Limit limit) {
        if (limits.exists(name)) {
            return false;
        }
        limits.make(name, limit, limit.text());
        return true;
    }

    @Override
    public boolean declare(String name, Limit limit) {
        return restore(name, limit) || limits.declare(name, limit);
    }

    @Override
    public boolean knows(String name) {
        return limits.knows(name);
    }

    @Override
    public List<String> families(int limit) {
        return database.list(
                "SELECT name FROM baton_limit WHERE name = family ORDER BY name LIMIT " + limit, String.class);
    }

    @Override
    public boolean isUsed() {
        return database.finds("SELECT name FROM baton_limit LIMIT 1");
    }

    @Override
    public Optional<SemaphoreDetails> find(String name) {
        List<Integer> capacity = database.list(
                "SELECT " + LimitRows.CAPACITY + " FROM " + LimitRows.WITH_FAMILY + " WHERE l.name = ?",
                Integer.class,
                name);
        return capacity.isEmpty()
                ? Optional.empty()
                : Optional.of(new FoundSemaphore(
                        name, capacity.get(0), jobs(name, 2), jobs(name, 1), count(name, 2), count(name, 1)));
    }

    @Override
    public Optional<RateLimitDetails> findRate(String name) {
        List<Rate> rate = database.query(
                "SELECT " + LimitRows.RATE + " FROM " + LimitRows.WITH_FAMILY + " WHERE l.name = ?",
                (row, number) -> LimitRows.rate(row),
                name);
        return rate.stream()
                .findFirst()
                .map(found -> new FoundRateLimit(Names.shownLimit(name), found, jobs(name, 1), count(name, 1)));
    }

    private List<JobId> jobs(String name, int state) {
        return database
                .list(
                        "SELECT job_id FROM " + permits(state) + " ORDER BY job_id LIMIT " + SemaphoreDetails.MOST,
                        Long.class,
                        name)
                .stream()
                .map(JobId::new)
                .toList();
    }

    private long count(String name, int state) {
        return Objects.requireNonNullElse(
                database.value("SELECT COUNT(*) FROM " + permits(state), Long.class, name), 0L);
    }

    private static String permits(int state) {
        return "(SELECT p.job_id FROM baton_permit p JOIN baton_job j ON j.id = p.job_id WHERE p.state = " + state
                + " AND p.name = ? AND j.state IN (1, 2, 3) AND " + LimitRows.LIMITED + " LIMIT "
                + SemaphoreDetails.MOST_COUNTED + ") AS found";
    }

    @Override
    public List<String> keys(String family, String after, int limit) {
        return limits.keys(family, after, limit);
    }

    @Override
    public Admitted admit(Collection<String> names, Set<String> queues, int most) {
        return statements.admit(names, queues, most);
    }

    @Override
    public Repaired releaseUnserved(Set<String> open, int limit) {
        return new HeldPermits(database, statements).releaseUnserved(open, limit);
    }

    @Override
    public Repaired releaseBeyond(Collection<String> names, int limit) {
        return new HeldPermits(database, statements).releaseBeyond(names, limit);
    }

    @Override
    public List<String> awaited(String after, int limit) {
        return new Repairs(database, statements).awaited(after, limit);
    }

    @Override
    public Repaired removeForgotten(long afterJob, int limit) {
        return new Repairs(database, statements).removeForgotten(afterJob, limit);
    }

    @Override
    public Repaired wakeForgotten(long afterJob, int limit) {
        return new Repairs(database, statements).wakeForgotten(afterJob, limit);
    }

    @Override
    public int removeIdle(int limit) {
        return new Repairs(database, statements).removeIdle(limit);
    }

    /** A semaphore as it was found. */
    public record FoundSemaphore(
            String name, int capacity, List<JobId> holders, List<JobId> waiters, long held, long waiting)
            implements SemaphoreDetails {}

    /** A rate limit as it was found. */
    public record FoundRateLimit(String name, Rate rate, List<JobId> waiters, long waiting)
            implements RateLimitDetails {}
}
