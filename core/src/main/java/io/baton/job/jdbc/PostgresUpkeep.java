package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.Upkeep.UpkeepReport;
import io.baton.job.Upkeep.UpkeepReport.OldestTransaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Reads the statistics, without locks. Only a member of pg_read_all_stats sees the age of another role's transaction; vacuums keep no rows. */
record PostgresUpkeep(Database database) {

    private static final String READ = """
            SELECT COALESCE(pg_stat_get_dead_tuples(to_regclass('baton_job')), 0) AS dead_rows, oldest.*
            FROM (VALUES (1)) AS always LEFT JOIN (
                SELECT name, remedy, CAST(EXTRACT(EPOCH FROM clock_timestamp() - since) * 1000000 AS bigint) AS micros
                FROM (
                    SELECT 'process ' || pid AS name, xact_start AS since,
                        'let it finish, or run SELECT pg_terminate_backend(' || pid || ')' AS remedy
                    FROM pg_stat_activity
                    WHERE (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL) AND datname = current_database()
                        AND pid <> pg_backend_pid() AND backend_type <> 'autovacuum worker'
                        AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
                    UNION ALL SELECT 'prepared transaction ' || quote_literal(gid), prepared,
                        'run COMMIT PREPARED or ROLLBACK PREPARED ' || quote_literal(gid)
                    FROM pg_prepared_xacts WHERE database = current_database()) AS holding
                WHERE since IS NOT NULL
                ORDER BY since LIMIT 1) AS oldest ON TRUE""";

    UpkeepReport report() {
        return database.query(READ, (row, number) -> new UpkeepReport(row.getLong("dead_rows"), oldest(row)))
                .get(0);
    }

    private static @Nullable OldestTransaction oldest(ResultSet row) throws SQLException {
        String name = row.getString("name");
        return name == null
                ? null
                : new OldestTransaction(
                        name, Micros.duration(Math.max(0, row.getLong("micros"))), row.getString("remedy"));
    }
}
