package io.baton.job.jdbc;

import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.database.TextLimit;
import io.baton.job.Capability;
import io.baton.job.Claim;
import io.baton.job.ClaimHints;
import io.baton.job.ClaimStatus;
import io.baton.job.Claimed;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.InsertObserver;
import io.baton.job.Inserted;
import io.baton.job.JobBody;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.job.Progress;
import io.baton.job.Promotion;
import io.baton.job.Released;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Ties;
import io.baton.job.UnknownJobs;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The store in a relational database. Runs in whatever transaction is bound to its data source. */
public final class JdbcJobStore implements JobStore {

    private static final int NAMED_AT_ONCE = 1_000;

    private final Database database;
    private final JobStatements statements;
    private final ClaimStatement claims;
    private final BulkInsert bulkInsert;
    private final Transitions transitions;
    private final Settlements settlements;
    private final RunningJobWrites running;
    private final JobQueries queries;
    private final JobCommands commands;
    private final DueAndExpiredJobs dueAndExpired;
    private final QueuePauses pauses;
    private final InsertObserver observer;

    /** A store on this data source; the schema is that of its connections unless one is named. */
    public JdbcJobStore(DataSource dataSource, @Nullable String schema, Retention retention) {
        this(dataSource, schema, retention, List.of());
    }

    /** Creates such a store for capabilities that keep rows of their own about jobs. */
    public JdbcJobStore(
            DataSource dataSource, @Nullable String schema, Retention retention, Collection<Capability> capabilities) {
        this(dataSource, schema, retention, capabilities, InsertObserver.NONE, System::nanoTime);
    }

    /** Creates such a store in which this is around the storing of new jobs. */
    public JdbcJobStore(
            DataSource dataSource,
            @Nullable String schema,
            Retention retention,
            Collection<Capability> capabilities,
            InsertObserver observer) {
        this(dataSource, schema, retention, capabilities, observer, System::nanoTime);
    }

    /** Creates such a store that measures what claims cost by this clock. */
    public JdbcJobStore(
            DataSource dataSource,
            @Nullable String schema,
            Retention retention,
            Collection<Capability> capabilities,
            LongSupplier nanoTime) {
        this(dataSource, schema, retention, capabilities, InsertObserver.NONE, nanoTime);
    }

    private JdbcJobStore(
            DataSource dataSource,
            @Nullable String schema,
            Retention retention,
            Collection<Capability> capabilities,
            InsertObserver observer,
            LongSupplier nanoTime) {
        this.database = new Database(dataSource, schema);
        this.statements = StatementsByVendor.of(database);
        this.claims = statements.claims(nanoTime);
        this.bulkInsert = statements.bulkInsert();
        this.transitions = new Transitions(database, retention, capabilities);
        this.settlements = new Settlements(database, retention, transitions);
        this.running = new RunningJobWrites(database);
        this.queries = new JobQueries(database, statements);
        this.commands = new JobCommands(database, transitions);
        this.dueAndExpired = new DueAndExpiredJobs(database, transitions);
        this.pauses = new QueuePauses(database);
        this.observer = observer;
    }

    @Override
    public Inserted insert(NewJob job) {
        return observer.observe(List.of(job), trace -> insert(job, trace));
    }

    private Inserted insert(NewJob job, @Nullable String trace) {
        if (job.isLimited()) {
            return transitions.limitedInserts().insert(List.of(job), trace).get(0);
        }
        InsertValues values = InsertValues.of(job, database, trace);
        return Inserted.made(database.insert(values.into() + "VALUES " + values.row(), values.parameters()));
    }

    @Override
    public Map<Long, Set<String>> permits(Collection<Long> jobs) {
        return transitions.limitedInserts().held(jobs);
    }

    @Override
    public void insertAll(List<NewJob> jobs) {
        if (jobs.stream().anyMatch(NewJob::isLimited)) {
            insertAllWithIds(jobs);
        } else if (!jobs.isEmpty()) {
            observer.observe(jobs, trace -> {
                bulkInsert.insert(jobs, trace);
                return jobs.size();
            });
        }
    }

    @Override
    public List<Inserted> insertAllWithIds(List<NewJob> jobs) {
        return jobs.isEmpty() ? List.of() : observer.observe(jobs, trace -> insertAllWithIds(jobs, trace));
    }

    private List<Inserted> insertAllWithIds(List<NewJob> jobs, @Nullable String trace) {
        if (jobs.stream().noneMatch(NewJob::isLimited)) {
            return bulkInsert.insertWithIds(jobs, trace, job -> insert(job, trace));
        }
        return jobs.stream().allMatch(NewJob::isLimited)
                ? transitions.limitedInserts().insert(jobs, trace)
                : jobs.stream().map(job -> insert(job, trace)).toList();
    }

    @Override
    public Claimed claim(Claim claim) {
        if (claim.isVain()) {
            return Claimed.NOTHING;
        }
        List<ClaimedJob> jobs =
                claims.claim(claim).stream().sorted(ClaimedJob.ORDER).toList();
        Duration more = jobs.size() == claim.limit()
                ? Duration.ZERO
                : claims.untilChecked(claim.queue()).orElse(null);
        return new Claimed(jobs, more);
    }

    @Override
    public void pause(String queue, @Nullable Due until) {
        pauses.pause(queue, until);
    }

    @Override
    public void pauseAtLeast(String queue, Duration pause) {
        pauses.pauseAtLeast(queue, pause);
    }

    @Override
    public boolean resume(String queue) {
        return pauses.resume(queue);
    }

    @Override
    public Map<String, Duration> paused() {
        return pauses.left();
    }

    @Override
    public ClaimHints hints() {
        return claims;
    }

    @Override
    public List<ClaimedJob> claimedUnder(Claim claim) {
        String read = "SELECT " + ClaimedJobRow.columns(database)
                + " FROM baton_job WHERE state = 2 AND worker_id = ? AND lock_id = ?";
        return database
                .query(
                        read,
                        new ClaimedJobRow(database, claim.lockId(), 0),
                        claim.workerId(),
                        database.dialect().uuid(claim.lockId()))
                .stream()
                .sorted(ClaimedJob.ORDER)
                .toList();
    }

    @Override
    public Map<Fence, JobBody> bodies(Collection<Fence> fences) {
        if (fences.isEmpty()) {
            return Map.of();
        }
        RowsById byId = database.rows("baton_job");
        Map<Fence, JobBody> bodies = new HashMap<>();
        database.forEach(
                "SELECT id, lock_id, payload, checkpoint FROM " + byId.from() + " AND state = 2",
                row -> {
                    bodies.put(
                            new Fence(row.getLong("id"), database.dialect().uuid(row, "lock_id")),
                            new JobBody(row.getString("payload"), row.getString("checkpoint")));
                },
                byId.ids(fences.stream().map(Fence::id).toList()));
        bodies.keySet().retainAll(Set.copyOf(fences));
        return bodies;
    }

    @Override
    public Map<Fence, Settled> settle(List<Settlement> settlements) {
        return this.settlements.settle(settlements);
    }

    @Override
    public boolean knows(Ties ties) {
        return transitions.knows(ties);
    }

    @Override
    public Map<Fence, Settled> start(Collection<Fence> starting) {
        return transitions.start(starting);
    }

    @Override
    public Map<Fence, Settled> charge(Collection<Fence> starting) {
        return new CrashCharges(database).charge(starting);
    }

    @Override
    public Map<Fence, ClaimStatus> statusOf(Collection<Fence> claims) {
        return running.statusOf(claims);
    }

    @Override
    public Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress) {
        return running.saveProgress(progress);
    }

    @Override
    public boolean carries(String text) {
        return new TextLimit(database).holds(text);
    }

    @Override
    public Settled saveCheckpoint(Fence fence, String checkpoint) {
        return running.saveCheckpoint(fence, checkpoint);
    }

    /** A few are looked up one by one; for many, all that the worker holds is read. */
    @Override
    public Set<Fence> cancelRequested(long workerId, Set<Fence> running) {
        if (running.isEmpty()) {
            return Set.of();
        }
        List<Long> ids = running.stream().map(Fence::id).toList();
        RowsById byId = database.rows("baton_job");
        Set<Fence> asked = ids.size() <= NAMED_AT_ONCE
                ? fences(byId.from() + " AND cancel_requested = TRUE", byId.ids(ids))
                : fences("baton_job WHERE cancel_requested = TRUE AND worker_id = ?", workerId);
        asked.retainAll(running);
        return asked;
    }

    @Override
    public Set<Fence> heldBy(long workerId) {
        return fences("baton_job WHERE worker_id = ?", workerId);
    }

    private Set<Fence> fences(String rows, Object parameter) {
        return new HashSet<>(database.query(
                "SELECT id, lock_id FROM " + rows + " AND state = 2",
                (row, number) -> new Fence(row.getLong("id"), database.dialect().uuid(row, "lock_id")),
                parameter));
    }

    @Override
    public Promotion promoteDue(int limit) {
        return dueAndExpired.promoteDue(limit);
    }

    @Override
    public UnknownJobs makeUnknownDead(Set<String> known, Duration readyFor, long afterId, int limit) {
        return dueAndExpired.makeUnknownDead(known, readyFor, afterId, limit);
    }

    @Override
    public int purge(Retention retention, int limit) {
        return dueAndExpired.purge(retention, limit);
    }

    @Override
    public @Nullable Long forgetAttempts(long afterId, int limit) {
        return new Attempts(database).forget(afterId, limit);
    }

    @Override
    public Optional<JobDetails> find(long id) {
        return queries.find(id);
    }

    @Override
    public Map<String, String> labels(long id) {
        return queries.labels(id);
    }

    @Override
    public List<JobDetails> search(JobFilter filter, long offset, int limit) {
        return queries.search(filter, offset, limit);
    }

    @Override
    public List<JobCount> counts() {
        return queries.counts();
    }

    @Override
    public boolean anyUnfinished(JobFilter filter) {
        return queries.anyUnfinished(filter);
    }

    @Override
    public List<Long> ids(JobFilter filter, long afterId, int limit) {
        return queries.ids(filter, afterId, limit);
    }

    @Override
    public int cancel(List<Long> ids, boolean evenDead) {
        return ids.isEmpty() ? 0 : commands.cancel(ids, evenDead);
    }

    @Override
    public int cancelFree(List<Long> ids) {
        return ids.isEmpty() ? 0 : commands.cancelFree(ids);
    }

    @Override
    public int revive(List<Long> ids) {
        return ids.isEmpty() ? 0 : commands.revive(ids);
    }

    @Override
    public int reschedule(List<Long> ids, Due due) {
        return ids.isEmpty() ? 0 : commands.reschedule(ids, due);
    }

    @Override
    public boolean replace(long id, NewJob by, boolean evenClaimed) {
        return commands.replace(id, by, evenClaimed);
    }

    @Override
    public Released release(List<Long> ids) {
        return ids.isEmpty() ? Released.NONE : new WaitingForOthers(database, transitions).release(ids);
    }

    @Override
    public Released dismiss(List<Long> ids) {
        return ids.isEmpty() ? Released.NONE : new WaitingForOthers(database, transitions).dismiss(ids);
    }

    @Override
    public Set<String> unservedQueues(Set<String> served, Duration readyFor, int limit) {
        return new UnservedQueues(database).find(served, readyFor, limit);
    }

    @Override
    public Set<String> queuesWithWork(Set<String> queues) {
        return queries.queuesWithWork(queues);
    }

    @Override
    public Optional<Duration> nextDue() {
        return dueAndExpired.nextDue();
    }
}
