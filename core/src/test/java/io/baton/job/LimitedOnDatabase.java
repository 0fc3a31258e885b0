package io.baton.job;

import static java.util.Objects.requireNonNull;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.permit.DirtyLimits;
import io.baton.permit.PermitStore;
import io.baton.permit.Permits;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;

/** Limited jobs on a database of their own. */
final class LimitedOnDatabase extends LimitedStore {

    final JdbcTemplate sql;
    final HikariDataSource dataSource;

    LimitedOnDatabase(TestDatabase kind) {
        this(kind, new DirtyLimits());
    }

    private LimitedOnDatabase(TestDatabase kind, DirtyLimits dirty) {
        this(new StoreOnDatabase(kind, new Permits(dirty, JobSignal.ClusterSignal.NONE, null)), dirty);
    }

    private LimitedOnDatabase(StoreOnDatabase store, DirtyLimits dirty) {
        super(store, new PermitStore(new Database(store.dataSource, null)), dirty);
        this.sql = store.sql;
        this.dataSource = store.dataSource;
    }

    @Override
    void clearLimits() {
        sql.update("DELETE FROM baton_permit");
        sql.update("DELETE FROM baton_limit");
    }

    @Override
    void pass(Duration time) {
        Dialect dialect = new Database(dataSource, null).dialect();
        sql.query("SELECT name, filled_at FROM baton_limit WHERE filled_at IS NOT NULL", row -> {
            Instant filled = requireNonNull(dialect.instant(row, "filled_at"));
            sql.update(
                    "UPDATE baton_limit SET filled_at = ? WHERE name = ?",
                    dialect.timestamp(filled.minus(time)),
                    row.getString("name"));
        });
    }

    @Override
    void unusedForLong() {
        sql.update("UPDATE baton_limit SET used_at = '2020-01-01 00:00:00'");
    }

    @Override
    void removeByHand(Collection<Long> jobs) {
        jobs.forEach(job -> sql.update("DELETE FROM baton_job WHERE id = ?", job));
    }

    @Override
    void leaveTo(long id, long job) {
        sql.update("UPDATE baton_permit SET job_id = ? WHERE job_id = ?", id, job);
    }

    @Override
    void sleepByHand(long job) {
        sql.update("UPDATE baton_permit SET state = 0 WHERE job_id = ?", job);
    }

    @Override
    void removePermitsByHand(long job) {
        sql.update("DELETE FROM baton_permit WHERE job_id = ?", job);
    }

    @Override
    Map<String, Integer> of(long job) {
        Map<String, Integer> states = new TreeMap<>();
        sql.query(
                "SELECT name, state FROM baton_permit WHERE job_id = ?",
                row -> {
                    states.put(row.getString("name"), row.getInt("state"));
                },
                job);
        return states;
    }

    @Override
    long held(String name) {
        Long held =
                sql.queryForObject("SELECT COUNT(*) FROM baton_permit WHERE name = ? AND state = 2", Long.class, name);
        return held == null ? 0 : held;
    }

    @Override
    long permitRows() {
        Long rows = sql.queryForObject("SELECT COUNT(*) FROM baton_permit", Long.class);
        return rows == null ? 0 : rows;
    }
}
