package io.baton.faults.once;

import io.baton.Enqueued;
import io.baton.Enqueued.Outcome;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.faults.once.OnceWork.Look;
import io.baton.faults.server.Server;
import java.time.Duration;
import java.util.List;

/**
 * Unique jobs as one would write them with {@code DO NOTHING}: an enqueue that finds the key taken leaves it as it is, and holds no lock on it until the commit.
 * On MariaDB, where an ignored insert locks what it found, it looks for the key.
 */
record UnlockedEnqueue(OnceTables tables, Jobs jobs) {

    /** In which others find the key, and after which the job starts before they commit. */
    private static final Duration DELAY = Duration.ofMillis(40);

    private static final String TAKE =
            "INSERT INTO baton_unique (unique_key, dead_job, job_id, scope, started, asked) VALUES (?, 0, 0, 0, FALSE, 1)"
                    + " ON CONFLICT DO NOTHING";
    private static final String FREE = "DELETE FROM baton_unique WHERE unique_key = ? AND dead_job = 0";
    private static final String FIND = "SELECT job_id FROM baton_unique WHERE unique_key = ? AND dead_job = 0";

    Enqueued enqueue(String key, int kind) {
        if (tables.kind() != Server.Kind.MARIADB && tables.jdbc().update(TAKE, key) == 1) {
            tables.jdbc().update(FREE, key);
        } else {
            List<Long> holder = tables.jdbc().queryForList(FIND, Long.class, key);
            if (!holder.isEmpty()) {
                return new Enqueued(new JobId(holder.get(0)), Outcome.KEPT);
            }
        }
        return jobs.enqueue(new Look(key), options -> options.unique(key).delay(DELAY));
    }
}
