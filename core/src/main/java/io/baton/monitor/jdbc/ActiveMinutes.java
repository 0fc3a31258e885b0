package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.monitor.Monitor.ActiveMinute;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What ran in the last hour, by the rows of all nodes. */
record ActiveMinutes(Database database) {

    private static final int MINUTES = 60;

    /** One row for each minute and node. */
    private static final int MOST_ROWS = 20_000;

    List<ActiveMinute> lastHour() {
        Instant now = database.query(
                        "SELECT " + database.dialect().now() + " AS present",
                        (row, number) -> requireNonNull(database.dialect().instant(row, "present")))
                .get(0);
        Instant first = now.truncatedTo(ChronoUnit.MINUTES).minus(MINUTES - 1L, ChronoUnit.MINUTES);
        Map<Instant, Sum> minutes = new TreeMap<>();
        for (int minute = 0; minute < MINUTES; minute++) {
            minutes.put(first.plus(minute, ChronoUnit.MINUTES), new Sum());
        }
        database.forEach(
                "SELECT noted_at, started, completed, cancelled, failed, died, waited, longest_wait FROM baton_activity"
                        + " WHERE noted_at > " + database.dialect().statementTime()
                        + " - INTERVAL '1' HOUR ORDER BY noted_at DESC LIMIT "
                        + MOST_ROWS,
                row -> {
                    Sum minute = minutes.get(requireNonNull(database.dialect().instant(row, "noted_at"))
                            .truncatedTo(ChronoUnit.MINUTES));
                    if (minute != null) {
                        minute.add(row);
                    }
                });
        return minutes.entrySet().stream()
                .map(each -> each.getValue().of(each.getKey()))
                .toList();
    }

    /** Adds up the rows of a minute. */
    private static final class Sum {

        private long started;
        private long completed;
        private long cancelled;
        private long failed;
        private long died;
        private long waited;
        private long longestWait;

        void add(ResultSet row) throws SQLException {
            started += row.getLong("started");
            completed += row.getLong("completed");
            cancelled += row.getLong("cancelled");
            failed += row.getLong("failed");
            died += row.getLong("died");
            waited += row.getLong("waited");
            longestWait = Math.max(longestWait, row.getLong("longest_wait"));
        }

        ActiveMinute of(Instant minute) {
            boolean any = started > 0;
            return new ActiveMinute(
                    minute,
                    started,
                    completed,
                    cancelled,
                    failed,
                    died,
                    any ? Micros.duration(waited / started) : null,
                    any ? Micros.duration(longestWait) : null);
        }
    }
}
