package io.baton.unique.jdbc;

import io.baton.database.Database;
import io.baton.database.RowsById;
import io.baton.job.Fence;
import io.baton.job.Settled;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The keys that jobs hold, to be changed where their jobs change. What an enqueue holds at the moment is left as it is. */
record KeysOfJobs(Database database) {

    private static final String HELD = "dead_job = 0";
    private static final String LOCK_KEY =
            "SELECT job_id FROM baton_unique WHERE unique_key = ? AND " + HELD + " FOR UPDATE SKIP LOCKED";
    private static final int FOR_A_TIME = 2;
    private static final String GIVEN_UP = "VALUES (?, ?, ?, " + FOR_A_TIME + ", FALSE, ?, 1)";
    private static final String TOLD_OF_THE_START = "scope < " + FOR_A_TIME;

    /** Removes keys that are held until the job finishes. */
    void finished(Collection<Long> jobs) {
        delete(lockUnfinished(jobs));
    }

    /** Locks keys that are held until the job finishes, but for those that somebody holds; returns the jobs whose keys are locked now. */
    List<Long> lockUnfinished(Collection<Long> jobs) {
        return lock(jobs, TOLD_OF_THE_START);
    }

    /**
     * Parts the ids of jobs that are being stored from the keys that they had before, where ids come again: a key that is held for a time is held by no
     * job from then on, and whatever else is known of them goes. Waits for whoever asks for such a key in this moment, who takes this job for its holder
     * else.
     */
    void forget(Collection<Long> ids) {
        List<Object[]> removed = new ArrayList<>();
        List<Object[]> parted = new ArrayList<>();
        database.forEach(
                "SELECT unique_key, dead_job, job_id, scope FROM " + rows().from() + " ORDER BY unique_key, dead_job",
                row -> (row.getLong("dead_job") == 0 && row.getInt("scope") == FOR_A_TIME ? parted : removed)
                        .add(new Object[] {row.getString("unique_key"), row.getLong("dead_job"), row.getLong("job_id")
                        }),
                rows().ids(ids));
        String same = " WHERE unique_key = ? AND dead_job = ? AND job_id = ?";
        if (!removed.isEmpty()) {
            database.updateEach("DELETE FROM baton_unique" + same, removed);
        }
        if (!parted.isEmpty()) {
            database.updateEach("UPDATE baton_unique SET job_id = -job_id" + same, parted);
        }
    }

    /**
     * Removes keys, however long they were to be held, and those that dead jobs may take back. A key that is held for a time, and that an enqueue has
     * locked at the moment, is noted as given up. Locks rows by their keys alone: a transaction of the application that cancels would keep others from
     * inserting beside what it locks by an index.
     */
    void remove(Collection<Long> jobs) {
        List<KeyOfJob> free = new ArrayList<>();
        List<KeyOfJob> givenUp = new ArrayList<>();
        for (KeyOfJob key : keysOf(jobs)) {
            if (key.deadJob() != 0 || isLocked(key)) {
                free.add(key);
            } else if (key.scope() == FOR_A_TIME) {
                givenUp.add(key);
            }
        }
        if (!free.isEmpty()) {
            database.updateEach(
                    "DELETE FROM baton_unique WHERE unique_key = ? AND dead_job = ?",
                    free.stream()
                            .map(key -> new Object[] {key.key(), key.deadJob()})
                            .toList());
        }
        if (!givenUp.isEmpty()) {
            database.updateEach(
                    database.dialect().insertOrReplace("baton_unique", KeyRows.PRIMARY_KEY, KeyRows.COLUMNS, GIVEN_UP),
                    givenUp.stream()
                            .map(key -> new Object[] {key.key(), key.job(), key.job(), key.expires()})
                            .toList());
        }
    }

    private List<KeyOfJob> keysOf(Collection<Long> jobs) {
        return database.query(
                "SELECT unique_key, dead_job, job_id, scope, expires_at FROM " + rows().from()
                        + " ORDER BY unique_key, dead_job",
                (row, number) -> new KeyOfJob(
                        row.getString("unique_key"),
                        row.getLong("dead_job"),
                        row.getLong("job_id"),
                        row.getInt("scope"),
                        KeyRows.timestamp(database.dialect(), database.dialect().instant(row, "expires_at"))),
                rows().ids(jobs));
    }

    /** Returns whether the job still holds the key, whose row is locked now. */
    private boolean isLocked(KeyOfJob key) {
        return database.list(LOCK_KEY, Long.class, key.key()).contains(key.job());
    }

    /**
     * A row of a job.
     *
     * @param expires when its time is over, as a parameter
     */
    private record KeyOfJob(String key, long deadJob, long job, int scope, Object expires) {}

    /** Keeps keys of dead jobs aside, for others to take. */
    void setAside(Collection<Long> jobs) {
        List<Long> locked = lock(jobs, "TRUE");
        if (!locked.isEmpty()) {
            rows().update(locked, "dead_job = job_id", List.of(), HELD);
        }
    }

    /** Gives keys back to dead jobs; returns the jobs whose keys others have. */
    Set<Long> takeBack(Collection<Long> jobs) {
        return new ReleasedKeys(database, rows()).takeBack(jobs);
    }

    /** Jobs that were started wait again. */
    void waiting(Collection<Long> jobs) {
        List<Long> locked = lock(jobs, "started = TRUE");
        if (!locked.isEmpty()) {
            rows().update(locked, "started = FALSE", List.of(), HELD);
        }
    }

    /** Writes that jobs start, unless an enqueue that is not over relies on their waiting. Whose they are is asked under the locks of the keys. */
    Map<Fence, Settled> start(Collection<Fence> jobs) {
        List<Long> ids = jobs.stream().map(Fence::id).toList();
        List<Long> locked = lock(ids, TOLD_OF_THE_START);
        Set<Fence> standing = standing(ids);
        standing.retainAll(jobs);
        Set<Long> busy = new HashSet<>(database.list(
                "SELECT job_id FROM " + rows().from() + " AND " + HELD + " AND " + TOLD_OF_THE_START,
                Long.class,
                rows().ids(ids)));
        locked.forEach(busy::remove);
        Map<Fence, Settled> answers = new HashMap<>();
        for (Fence job : jobs) {
            Settled free = busy.contains(job.id()) ? Settled.BUSY : Settled.DONE;
            answers.put(job, standing.contains(job) ? free : Settled.FENCED);
        }
        started(standing.stream().map(Fence::id).filter(locked::contains).toList());
        return answers;
    }

    private void started(List<Long> jobs) {
        if (!jobs.isEmpty()) {
            rows().delete(jobs, HELD + " AND scope = 0");
            rows().update(jobs, "started = TRUE", List.of(), HELD + " AND scope = 1");
        }
    }

    private Set<Fence> standing(Collection<Long> ids) {
        RowsById byId = database.rows("baton_job");
        return new HashSet<>(database.query(
                "SELECT id, lock_id FROM " + byId.from() + " AND state = 2",
                (row, number) -> new Fence(row.getLong("id"), database.dialect().uuid(row, "lock_id")),
                byId.ids(ids)));
    }

    /** Returns the jobs whose keys are locked now. */
    private List<Long> lock(Collection<Long> jobs, String condition) {
        List<Long> locked = new ArrayList<>();
        database.forEach(
                "SELECT job_id FROM " + rows().from() + " AND " + HELD + " AND " + condition
                        + " ORDER BY unique_key FOR UPDATE SKIP LOCKED",
                row -> {
                    locked.add(row.getLong("job_id"));
                },
                rows().ids(jobs));
        return locked;
    }

    /** Removes keys, which are locked. */
    void delete(List<Long> jobs) {
        if (!jobs.isEmpty()) {
            rows().delete(jobs, HELD);
        }
    }

    private RowsById rows() {
        return database.rowsBy("baton_unique", "job_id", "baton_unique_job");
    }
}
