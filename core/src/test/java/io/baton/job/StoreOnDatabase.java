package io.baton.job;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.database.FailureTranslator;
import io.baton.database.OwnTransactions;
import io.baton.database.Vendor;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.schema.BatonSchema;
import io.baton.testing.TestDatabase;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** A store on a database of its own. */
final class StoreOnDatabase extends TestedStore {

    private static final String LONG_AGO = "'2020-01-01 00:00:00'";

    final HikariDataSource dataSource;
    final JdbcTemplate sql;

    /** Reaches the database by a URL with a further parameter. */
    StoreOnDatabase(TestDatabase database, String parameter) {
        this(migrated(database.freshDatabase(parameter)), List.of());
    }

    StoreOnDatabase(TestDatabase database, Capability... capabilities) {
        this(migrated(database.freshDatabase()), List.of(capabilities));
    }

    /** No claim is slow, however slow the machine is: what slow claims lead to has tests of its own. */
    private StoreOnDatabase(HikariDataSource dataSource, List<Capability> capabilities) {
        super(
                StrictTransactions.of(new OwnTransactions(dataSource)),
                JobStore.of(JdbcJobRoles.on(
                        new Database(dataSource, null), KEEP_ALL, capabilities, InsertObserver.NONE, () -> 0)),
                new JdbcWorkerStore(new Database(dataSource, null)));
        this.dataSource = dataSource;
        this.sql = new JdbcTemplate(dataSource);
        sql.setExceptionTranslator(new FailureTranslator(false));
    }

    private static HikariDataSource migrated(HikariDataSource dataSource) {
        new BatonSchema(dataSource, null).migrate();
        return dataSource;
    }

    @Override
    JobStore storeKeeping(Retention retention) {
        return committing(JobStore.class, JobStore.on(new Database(dataSource, null), retention));
    }

    /** The store on a data source that watches this database's. */
    JobStore storeThrough(DataSource watching) {
        return committing(
                JobStore.class, JobStore.on(new Database(watching, null), KEEP_ALL), new OwnTransactions(watching));
    }

    @Override
    Pulses pulses() {
        return JdbcJobRoles.pulses(
                new Database(dataSource, null), KEEP_ALL, StrictTransactions.of(new OwnTransactions(dataSource)));
    }

    @Override
    void clear() {
        sql.update("DELETE FROM baton_job");
        sql.update("DELETE FROM baton_job_history");
        sql.update("DELETE FROM baton_pause");
        sql.update("DELETE FROM baton_step");
        sql.update("DELETE FROM baton_signal");
    }

    @Override
    void insertAgain(long id) {
        long fresh = store.insert(JobDraft.job().type("again").asNew());
        sql.update("UPDATE baton_job SET id = ? WHERE id = ?", id, fresh);
    }

    @Override
    void overdue(long id, String dueAt) {
        sql.update("UPDATE baton_job SET due_at = '" + dueAt + "' WHERE id = ?", id);
    }

    @Override
    void crashed(int crashes) {
        sql.update("UPDATE baton_job SET crashes = ?", crashes);
    }

    @Override
    void interrupted(int times) {
        sql.update("UPDATE baton_job SET interruptions = ?", times);
    }

    @Override
    void everythingLongAgo() {
        sql.update("UPDATE baton_job_history SET ended_at = " + LONG_AGO);
        sql.update("UPDATE baton_job SET died_at = " + LONG_AGO + " WHERE state = 5");
        sql.update("UPDATE baton_job SET created_at = " + LONG_AGO + ", due_at = " + LONG_AGO);
    }

    @Override
    void waitsOver() {
        sql.update("UPDATE baton_step SET until_at = " + LONG_AGO + " WHERE until_at IS NOT NULL");
    }

    @Override
    void seenLongAgo(long workerId) {
        sql.update("UPDATE baton_worker SET seen_at = " + LONG_AGO + " WHERE id = ?", workerId);
    }

    @Override
    int unheld() {
        Integer rows = sql.queryForObject("SELECT COUNT(*) FROM baton_job WHERE lock_id IS NULL", Integer.class);
        return rows == null ? 0 : rows;
    }

    @Override
    void lockJob(long id) {
        sql.queryForList("SELECT id FROM baton_job WHERE id = ? FOR UPDATE", id);
    }

    @Override
    void lockWorker(long id) {
        sql.queryForList("SELECT id FROM baton_worker WHERE id = ? FOR UPDATE", id);
    }

    @Override
    HeldTransaction hold() {
        return new HeldConnection(dataSource);
    }

    @Override
    boolean passesOverHeldRows() {
        return !Vendor.dialect(dataSource).skipLocked().isEmpty();
    }

    @Override
    void reconnect() {
        dataSource.getHikariPoolMXBean().softEvictConnections();
    }

    @Override
    public void close() {
        dataSource.close();
    }
}
