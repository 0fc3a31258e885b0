package io.baton.permit;

import io.baton.database.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/** A job that waits for a permit, with its place in the line. */
record Waiting(long job, String queue, int position, int place, int rank, Instant due) {

    static final String COLUMNS = "job_id, queue, position, place, job_rank, due_at";

    /** Jobs that hold other permits first, then by priority, then by age. */
    static final Comparator<Waiting> ORDER = Comparator.comparingInt(Waiting::place)
            .thenComparingInt(Waiting::rank)
            .thenComparing(Waiting::due)
            .thenComparingLong(Waiting::job);

    static Waiting read(ResultSet row, Database database) throws SQLException {
        return new Waiting(
                row.getLong("job_id"),
                row.getString("queue"),
                row.getInt("position"),
                row.getInt("place"),
                row.getInt("job_rank"),
                Objects.requireNonNull(database.dialect().instant(row, "due_at")));
    }
}
