package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJob.JobBody;
import io.baton.job.Fence;
import io.baton.job.JobClaims;
import io.baton.job.Ties;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** Claims jobs for workers, and reads the jobs that they hold. */
final class JdbcJobClaims implements JobClaims {

    private static final int NAMED_AT_ONCE = 1_000;

    private final Database database;
    private final RowLocks locks;
    private final ClaimStatement claims;
    private final Transitions transitions;
    private final QueuePauses pauses;

    /** Creates the role. The clock measures the cost of claims. */
    JdbcJobClaims(Database database, Transitions transitions, QueuePauses pauses, LongSupplier nanoTime) {
        this.database = database;
        this.locks = new RowLocks(database);
        this.claims = database.dialect().verbsAreStatements()
                ? new PostgresClaim(database, nanoTime)
                : new PortableClaim(database);
        this.transitions = transitions;
        this.pauses = pauses;
    }

    @Override
    public Claimed claim(Claim claim) {
        if (claim.matchesNothing()) {
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
    public ClaimHints hints() {
        return claims;
    }

    @Override
    public List<ClaimedJob> claimedUnder(Claim claim) {
        String read = "SELECT " + ClaimedJobRow.columns(claim)
                + " FROM baton_job WHERE state = 2 AND worker_id = ? AND lock_id = ?";
        return database
                .query(
                        read,
                        new ClaimedJobRow(database, claim, 0),
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
                row -> bodies.put(
                        new Fence(row.getLong("id"), database.dialect().uuid(row, "lock_id")),
                        new JobBody(row.getString("payload"), row.getString("checkpoint"))),
                byId.ids(fences.stream().map(Fence::id).toList()));
        bodies.keySet().retainAll(Set.copyOf(fences));
        return bodies;
    }

    @Override
    public Map<Long, Set<String>> permits(Collection<Long> jobs) {
        return transitions.permitInserts().held(jobs);
    }

    @Override
    public boolean knows(Ties ties) {
        return transitions.knows(ties);
    }

    /** Looks up a few jobs by their ids; for many, reads all cancelled jobs of the worker. */
    @Override
    public Set<Fence> cancelRequested(long workerId, Set<Fence> running) {
        if (running.isEmpty()) {
            return Set.of();
        }
        List<Long> ids = running.stream().map(Fence::id).toList();
        RowsById byId = database.rows("baton_job");
        Set<Fence> requested = ids.size() <= NAMED_AT_ONCE
                ? locks.standing(byId.from() + " AND cancel_requested = TRUE", byId.ids(ids))
                : locks.standing("baton_job WHERE cancel_requested = TRUE AND worker_id = ?", workerId);
        requested.retainAll(running);
        return requested;
    }

    @Override
    public Set<Fence> heldBy(long workerId) {
        return locks.standing("baton_job WHERE worker_id = ?", workerId);
    }

    @Override
    public Set<String> queuesWithWork(Set<String> queues) {
        return queues.isEmpty() ? Set.of() : Set.copyOf(claims.queuesWithWork(queues));
    }

    @Override
    public List<ReadyShare> shares(String of, String from, int limit) {
        return claims.shares(of, from, limit);
    }

    @Override
    public Map<String, Integer> weights(String queue) {
        Map<String, Integer> weights = new HashMap<>();
        database.forEach(
                "SELECT name, weight FROM baton_share WHERE queue = ?",
                row -> weights.put(row.getString("name"), row.getInt("weight")),
                queue);
        return weights;
    }

    @Override
    public Map<String, Duration> paused() {
        return pauses.left();
    }

    @Override
    public void pauseAtLeast(String queue, Duration pause) {
        pauses.pauseAtLeast(queue, pause);
    }
}
