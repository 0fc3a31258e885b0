package io.baton.faults.upgrade;

import io.baton.JobContext;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;

/**
 * Writes effects. Their table has no unique constraint, which would hide what is searched for.
 *
 * @param version of the node that writes them
 */
record Effects(JdbcOperations jdbc, String version) {

    void write(long item, JobContext job) {
        write(item, job, null);
    }

    /** Writes one with something that the job has read. */
    void write(long item, JobContext job, @Nullable String read) {
        jdbc.update(
                "INSERT INTO effect (kind, item, job_id, version, job_read) VALUES (?, ?, ?, ?, ?)",
                job.type(),
                item,
                job.id().value(),
                version,
                read);
    }

    /** Returns how many effects there are of an item. */
    String count(String kind, long item) {
        String query = "SELECT COUNT(*) FROM effect WHERE kind = ? AND item = ?";
        return String.valueOf(jdbc.queryForObject(query, Long.class, kind, item));
    }

    /** Records that an item was refused; returns whether it was the first time. */
    boolean isFirstRefusal(long item) {
        Long before = jdbc.queryForObject("SELECT COUNT(*) FROM refusal WHERE item = ?", Long.class, item);
        jdbc.update("INSERT INTO refusal (item) VALUES (?)", item);
        return before != null && before == 0;
    }
}
