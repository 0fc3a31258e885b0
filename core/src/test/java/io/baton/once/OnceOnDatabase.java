package io.baton.once;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.database.MappersConnection;
import io.baton.database.OwnTransactions;
import io.baton.database.PostgresDialect;
import io.baton.database.Transactions;
import io.baton.database.Vendor;
import io.baton.enqueue.CallersTransaction;
import io.baton.job.Fence;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.once.OnceStore.OnceRow;
import io.baton.schema.BatonSchema;
import io.baton.testing.TestDatabase;
import io.baton.type.JacksonPayloadCodec;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is done once, on a database of its own. */
final class OnceOnDatabase implements AutoCloseable {

    static final int LARGEST = 1_000;

    final HikariDataSource dataSource;
    final JdbcTemplate sql;
    final BatonOnce once;
    private final AtomicBoolean away = new AtomicBoolean();
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean thenAway;
    private volatile Set<String> failing = Set.of();
    private volatile boolean refusesOutcomes;
    private volatile boolean refusesNotes;
    private final OwnTransactions own;
    private final Transactions transactions;
    private final OnceStore store;

    OnceOnDatabase(TestDatabase kind) {
        this.dataSource = kind.freshDatabase();
        new BatonSchema(dataSource, null).migrate();
        this.sql = new JdbcTemplate(dataSource);
        this.own = new OwnTransactions(dataSource);
        this.transactions = new Transactions() {
            @Override
            public <T extends @Nullable Object> T run(Supplier<T> work) {
                if (away.get()) {
                    throw new DataAccessResourceFailureException("The database is away");
                }
                T result = own.run(work);
                if (unanswered.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    away.set(thenAway);
                    throw new DataAccessResourceFailureException("The answer to the commit was lost");
                }
                return result;
            }
        };
        this.store = new OnceStore(new Database(dataSource, null)) {
            @Override
            boolean done(String key, UUID lockId, @Nullable String outcome, Duration keep) {
                failIfAsked(key, outcome);
                return super.done(key, lockId, outcome, keep);
            }
        };
        this.once = once(transactions);
    }

    private BatonOnce once(Transactions transactions) {
        return new BatonOnce(
                new OutcomeWriter(store, transactions),
                new CallersTransaction(
                        new MappersConnection(dataSource), own.once(), own.onceForOneStatement(), false, true),
                new JacksonPayloadCodec(),
                Duration.ofDays(30),
                LARGEST);
    }

    private void failIfAsked(Object key, @Nullable Object outcome) {
        if (failing.contains(key)) {
            throw new DataAccessResourceFailureException("The connection is closed");
        }
        if (refusesNotes || (refusesOutcomes && outcome != null)) {
            throw new DataIntegrityViolationException("refused");
        }
    }

    /** The next transaction commits, and nobody learns of it; after that the database may be away. */
    void losesAnswer(boolean isAwayThen) {
        thenAway = isAwayThen;
        unanswered.set(1);
    }

    /** Another process on the same tables. */
    BatonOnce another() {
        return once(own);
    }

    /** From now on it fails to note that these are done. */
    void fails(String... keys) {
        failing = Set.of(keys);
    }

    /** Whether the database refuses to keep an outcome from now on. */
    void refusesOutcomes(boolean refuses) {
        refusesOutcomes = refuses;
    }

    /** Whether the database refuses every note of an end from now on. */
    void refusesNotes(boolean refuses) {
        refusesNotes = refuses;
    }

    /** Leaves a claim whose process has died; returns the idempotency key that its action was handed. */
    String leaveClaim(String key) {
        String token = claim(key, null);
        sql.update("UPDATE baton_once SET claimed_until = '2020-01-01 00:00:00' WHERE once_key = ?", key);
        return token;
    }

    /** From now on nobody reaches the database, or everybody does. */
    void away(boolean isAway) {
        away.set(isAway);
    }

    /** Makes a job that this worker runs. */
    Fence job(long worker) {
        UUID lockId = UUID.randomUUID();
        sql.update("DELETE FROM baton_job");
        sql.update(
                "INSERT INTO baton_job (type, queue, job_rank, due_at, state, attempt, lock_id, worker_id, created_at)"
                        + " VALUES ('t', 'q', 0, '2026-01-01 00:00:00', 2, 1, ?, ?, '2026-01-01 00:00:00')",
                Vendor.dialect(dataSource).uuid(lockId),
                worker);
        return new Fence(requireNonNull(sql.queryForObject("SELECT id FROM baton_job", Long.class)), lockId);
    }

    /** Another run of a job is claimed, by the same worker; returns its claim. */
    Fence runAgain(Fence job) {
        Fence next = new Fence(job.id(), UUID.randomUUID());
        sql.update(
                "UPDATE baton_job SET lock_id = ? WHERE id = ?",
                Vendor.dialect(dataSource).uuid(next.lockId()),
                job.id());
        return next;
    }

    /** Leaves a claim of a run; returns the idempotency key that its action was handed. */
    String leaveClaimOf(String key, Fence job) {
        String token = claim(key, job);
        sql.update("UPDATE baton_once SET claimed_until = '2020-01-01 00:00:00' WHERE once_key = ?", key);
        return token;
    }

    /** Notes the end under this claim; returns whether it counts. */
    boolean done(String key, UUID lockId) {
        return own.run(() -> store.done(key, lockId, null, Duration.ofDays(1)));
    }

    /** Does this while a claim is made that is not committed yet. */
    void whileClaiming(String key, Runnable meanwhile) {
        whileClaiming(key, UUID.randomUUID(), meanwhile);
    }

    /** The same under a lock id. */
    void whileClaiming(String key, UUID lockId, Runnable meanwhile) {
        OnceStore.Claim claim =
                new OnceStore.Claim(lockId, UUID.randomUUID(), null, Duration.ofMinutes(1), Duration.ofDays(1));
        transactions.run(() -> {
            if (Vendor.dialect(dataSource) instanceof PostgresDialect) {
                sql.execute("SET LOCAL idle_in_transaction_session_timeout = 0");
            }
            store.lock(key, claim);
            store.claim(key, claim, null);
            meanwhile.run();
            return key;
        });
    }

    private String claim(String key, @Nullable Fence job) {
        OnceStore.Claim claim = new OnceStore.Claim(
                UUID.randomUUID(), UUID.randomUUID(), job, Duration.ofMinutes(1), Duration.ofDays(1));
        return transactions.run(() -> {
            OnceRow row = store.lock(key, claim);
            store.claim(key, claim, null);
            return row.token().toString();
        });
    }

    /** Makes a worker that lives. */
    long worker() {
        sql.update("DELETE FROM baton_worker");
        return transactions.run(() -> new JdbcWorkerStore(new Database(dataSource, null))
                .register(new WorkerInfo(
                        "w", "host", 1, UUID.randomUUID(), "test", Duration.ofSeconds(30), Set.of("q"), Set.of())));
    }

    /** Makes so many rows. */
    void keep(int count) {
        sql.batchUpdate(
                "INSERT INTO baton_once (once_key, state, token, expires_at) VALUES (?, 2, ?, '2020-01-01 00:00:00')",
                IntStream.range(0, count)
                        .mapToObj(each -> new Object[] {
                            "key " + each, Vendor.dialect(dataSource).uuid(UUID.randomUUID())
                        })
                        .toList());
    }

    List<String> keys() {
        return sql.queryForList("SELECT once_key FROM baton_once ORDER BY once_key", String.class);
    }

    /** Lets everything look as if it had been kept long enough. */
    void expire() {
        sql.update("UPDATE baton_once SET expires_at = '2020-01-01 00:00:00'");
    }

    void clear() {
        sql.update("DELETE FROM baton_once");
    }

    @Override
    public void close() {
        dataSource.close();
    }
}
