package io.baton.recurring;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Recurrence;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.MappersConnection;
import io.baton.database.OwnTransactions;
import io.baton.database.Vendor;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.QueueSignal;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.DirtySet;
import io.baton.job.JobStore;
import io.baton.job.Retention;
import io.baton.job.WorkerStore;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.recurring.FireSchedules.TickListener;
import io.baton.recurring.KeepSchedules.Declared;
import io.baton.schema.BatonSchema;
import io.baton.testing.TestDatabase;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.TypeCatalog;
import io.baton.unique.NoUniqueKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.JdbcTemplate;

/** Recurring jobs on a database of their own, and as many nodes as a test wants. */
final class RecurringOnDatabase implements AutoCloseable {

    private static final Retention RETENTION = new Retention(null, null, null, 1_000);

    final HikariDataSource dataSource;
    final JdbcTemplate sql;
    final OwnTransactions transactions;
    final ScheduleStore store;
    final JobStore jobs;
    final BatonRecurringJobs recurring;
    final AtomicInteger looks = new AtomicInteger();
    private final Database database;
    private final WorkerStore workers;
    private final Enqueuer enqueuer;
    private final DirtySet<String> changes = new DirtySet<>();
    private final Dialect dialect;

    RecurringOnDatabase(TestDatabase kind) {
        this(kind, Calendars.NONE);
    }

    RecurringOnDatabase(TestDatabase kind, Calendars calendars) {
        this.dataSource = kind.freshDatabase();
        new BatonSchema(dataSource, null).migrate();
        this.sql = new JdbcTemplate(dataSource);
        this.dialect = Vendor.dialect(dataSource);
        this.transactions = new OwnTransactions(dataSource);
        this.database = new Database(dataSource, null);
        this.store = new ScheduleStore(database, calendars);
        this.jobs = JobStore.on(database, RETENTION);
        this.workers = new JdbcWorkerStore(database);
        CallersTransaction callers = new CallersTransaction(
                new MappersConnection(dataSource),
                transactions.once(),
                transactions.onceForOneStatement(),
                false,
                true);
        TypeCatalog types = new TypeCatalog();
        SignalAfterCommit signal = new SignalAfterCommit(new QueueSignal(queue -> {}), List.of());
        this.enqueuer = new Enqueuer(
                () -> types,
                new JacksonPayloadCodec(),
                NoUniqueKeys.with(jobs),
                jobs,
                callers,
                signal,
                List::of,
                new Enqueuer.Settings(1_000, Map.of()));
        this.recurring = new BatonRecurringJobs(store, callers, enqueuer, changes);
        changes.onMarked(looks::incrementAndGet);
    }

    /** Returns what fires on a node of its own. */
    FireSchedules firer() {
        return firer(jobs);
    }

    FireSchedules firer(JobStore itsJobs) {
        return firer(itsJobs, changes);
    }

    /** Returns what fires on a node that knows of these changes only. */
    FireSchedules firer(JobStore itsJobs, DirtySet<String> itsChanges) {
        return new FireSchedules(store, itsJobs, transactions, enqueuer, TickListener.NONE, itsChanges);
    }

    /** Fires all that is due. */
    void fire() {
        FireSchedules firer = firer();
        while (firer.sweep().isZero()) {
            // there is more
        }
    }

    /** Starts a node whose code says this; returns what it keeps saying. */
    KeepSchedules node(Set<String> types, Declared... declared) {
        KeepSchedules node = new KeepSchedules(store, workers, transactions, enqueuer, changes);
        node.declare(List.of(declared), types);
        return node;
    }

    static Declared declared(String name, Recurrence recurrence) {
        return new Declared(name, "report", null, recurrence);
    }

    /** Lets the next tick have passed so long ago; returns it. */
    Instant shift(String name, Duration ago) {
        Instant tick = transactions.run(database::now).minus(ago);
        sql.update("UPDATE baton_schedule SET next_at = ? WHERE name = ?", dialect.timestamp(tick), name);
        return tick;
    }

    /** Lets the ticks of a schedule lie as they do where the clock of the database was set back by so much. */
    void clockWasSetBack(String name, Duration by) {
        Schedule schedule = schedule(name);
        sql.update(
                "UPDATE baton_schedule SET next_at = ?, last_tick = ? WHERE name = ?",
                dialect.timestamp(requireNonNull(schedule.nextAt()).plus(by)),
                dialect.timestamp(requireNonNull(schedule.lastTick()).plus(by)),
                name);
    }

    /** Lets it be so long since a node said that it knows any schedule. */
    void unknownFor(Duration time) {
        sql.update(
                "UPDATE baton_schedule SET known_at = ?",
                dialect.timestamp(transactions.run(database::now).minus(time)));
    }

    /** The same of one of them. */
    void unknownFor(String name, Duration time) {
        sql.update(
                "UPDATE baton_schedule SET known_at = ? WHERE name = ?",
                dialect.timestamp(transactions.run(database::now).minus(time)),
                name);
    }

    /** Lets a worker live that started so long ago. */
    void workerFor(Duration time) {
        sql.update("DELETE FROM baton_worker");
        transactions.run(() -> workers.register(new WorkerInfo(
                "w", "host", 1, UUID.randomUUID(), "test", Duration.ofSeconds(30), Set.of("q"), Set.of())));
        sql.update(
                "UPDATE baton_worker SET started_at = ?",
                dialect.timestamp(transactions.run(database::now).minus(time)));
    }

    Schedule schedule(String name) {
        return transactions.run(() -> store.find(name)).orElseThrow();
    }

    int count() {
        Integer count = sql.queryForObject("SELECT COUNT(*) FROM baton_job", Integer.class);
        return count == null ? 0 : count;
    }

    void clear() {
        sql.update("DELETE FROM baton_schedule");
        sql.update("DELETE FROM baton_job");
        sql.update("DELETE FROM baton_worker");
        looks.set(0);
    }

    @Override
    public void close() {
        dataSource.close();
    }
}
