package io.baton.job.jdbc;

import io.baton.job.Pulses;
import io.baton.job.Transactions;
import io.baton.job.UpkeepReport;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/** PostgreSQL. */
final class PostgresDatabase implements Database {

    /**
     * A condition that always holds, and bounds how long the transaction may lie idle from then on: a handler's that has settled has only
     * to commit, and must not hold its job for ever if its worker is gone.
     */
    static final String IDLE_LIMIT =
            " AND (SELECT set_config('idle_in_transaction_session_timeout', '10s', true)) IS NOT NULL";

    static final String INTO_HISTORY = "INSERT INTO baton_job_history (" + History.COLUMNS + ") ";

    /** Follows {@link #INTO_HISTORY} and a selection. */
    static final String IN_PLACE_OF_OLDER = " ON CONFLICT (id) DO UPDATE SET (" + History.COLUMNS + ") = ROW ("
            + History.COLUMNS.replaceAll("\\w+", "excluded.$0") + ")";

    /** Finds those queues of an array that have ready jobs: a loop, whose plan is as small for many queues as for one. */
    static final String FROM_QUEUES_WITH_WORK = """
            FROM unnest(?) AS asked (queue) CROSS JOIN LATERAL (
                SELECT queue FROM baton_job j WHERE j.state = 1 AND j.queue = asked.queue
                ORDER BY j.job_rank, j.due_at, j.id LIMIT 1) AS found""";

    private static final String NO_SCHEMA = "3F000";

    @Override
    public String vendor() {
        return "postgresql";
    }

    @Override
    public String now() {
        return "clock_timestamp()";
    }

    @Override
    public String statementTime() {
        return "statement_timestamp()";
    }

    @Override
    public String nowPlusMicros() {
        return "clock_timestamp() + CAST(? AS double precision) * INTERVAL '1 microsecond'";
    }

    @Override
    public String microsUntil(String time) {
        return "CAST(EXTRACT(EPOCH FROM (" + time + " - clock_timestamp())) * 1000000 AS bigint)";
    }

    @Override
    public @Nullable String limits() {
        return "SELECT set_config('lock_timeout', '5s', true), set_config('idle_in_transaction_session_timeout', '8s', true)";
    }

    @Override
    public List<String> queuesWithWork(JdbcOperations jdbc, Tables tables, Collection<String> queues) {
        String probes = tables.in("SELECT found.queue " + FROM_QUEUES_WITH_WORK);
        return jdbc.query(
                connection -> {
                    PreparedStatement statement = connection.prepareStatement(probes);
                    statement.setArray(1, connection.createArrayOf("text", queues.toArray()));
                    return statement;
                },
                (row, number) -> row.getString(1));
    }

    @Override
    public Pulses pulses(JdbcOperations jdbc, Tables tables, Transactions transactions) {
        PostgresPulses pulses = new PostgresPulses(jdbc, tables, this);
        return (worker, queues) -> {
            try {
                return transactions.single(() -> pulses.take(worker, queues));
            } catch (PostgresPulses.HeldUpException e) {
                return transactions.single(() -> pulses.takeAlone(worker));
            }
        };
    }

    @Override
    public String idleLimit(Duration longest) {
        long millis = Math.min(TimeUnit.MILLISECONDS.convert(longest), Integer.MAX_VALUE);
        return "SELECT set_config('idle_in_transaction_session_timeout', '" + millis + "ms', true)";
    }

    @Override
    public String idleLimit() {
        return IDLE_LIMIT;
    }

    @Override
    public String intoHistory(String selection) {
        return INTO_HISTORY + selection + IN_PLACE_OF_OLDER;
    }

    @Override
    public Supplier<UpkeepReport> upkeep(JdbcOperations jdbc, Tables tables) {
        return new PostgresUpkeep(jdbc, tables)::report;
    }

    @Override
    public boolean verbsAreStatements() {
        return true;
    }

    @Override
    public List<String> durabilityRisks(JdbcOperations jdbc) {
        return jdbc.queryForList(
                "SELECT name || ' = off' FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')"
                        + " AND setting = 'off'",
                String.class);
    }

    /** The usual one if the user may use none. */
    @Override
    public String schemaOf(Connection connection) throws SQLException {
        return Objects.requireNonNullElse(connection.getSchema(), "public");
    }

    @Override
    public boolean lacksSchema(SQLException refusal) {
        return NO_SCHEMA.equals(refusal.getSQLState());
    }

    @Override
    public boolean lacksSchema(Connection connection) throws SQLException {
        return connection.getSchema() == null;
    }

    @Override
    public String grantsToMigrate(String user, String schema) {
        return "GRANT USAGE, CREATE ON SCHEMA " + schema + " TO " + user + ";";
    }

    @Override
    public String grantsToRun(String user, String schema) {
        return "GRANT USAGE ON SCHEMA " + schema + " TO " + user + ";\n" + Database.super.grantsToRun(user, schema)
                + "\nGRANT SELECT ON " + schema + ".baton_schema_history TO " + user + ";";
    }

    @Override
    public ClaimStatement claims(JdbcOperations jdbc, Tables tables) {
        return new PostgresClaim(jdbc, tables, this);
    }

    @Override
    public BulkInsert bulkInsert(JdbcOperations jdbc, Tables tables) {
        return new PostgresBulkInsert(jdbc, tables, this, new MultiRowInsert(jdbc, tables, this));
    }

    @Override
    public Completion completion(JdbcOperations jdbc, Tables tables, RowLocks locks) {
        return new PostgresCompletion(jdbc, tables);
    }
}
