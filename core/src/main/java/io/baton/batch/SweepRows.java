package io.baton.batch;

import io.baton.JobState;
import io.baton.batch.BatchRoles.BatchSweeps;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.RowsById;
import io.baton.job.StateCode;
import io.baton.job.Ties;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Finds batches that are to be repaired or removed, and removes them. */
record SweepRows(Database database) implements BatchSweeps {

    private static final String JOBS =
            " FROM baton_batch_group g JOIN baton_job j ON j.id BETWEEN g.first_job AND g.last_job"
                    + " AND j.batch_group = g.id WHERE g.id = ?";
    private static final String DEAD = " AND j.state = " + StateCode.of(JobState.DEAD);

    @Override
    public List<Long> idle(long after, Duration idle, int limit) {
        return database.list(
                "SELECT id FROM baton_batch WHERE id > ? AND completed_at IS NULL AND active_at < {now+?} ORDER BY id LIMIT "
                        + limit,
                Long.class,
                after,
                -Micros.of(idle));
    }

    @Override
    public List<Long> expired(boolean complete, Duration idle, int limit) {
        return database.list(
                "SELECT id FROM baton_batch WHERE active_at < {now+?} AND completed_at IS "
                        + (complete ? "NOT NULL" : "NULL")
                        + " ORDER BY active_at LIMIT " + limit,
                Long.class,
                -Micros.of(idle));
    }

    @Override
    public List<Long> openJobGroups(long batch, long after, int limit) {
        return database.list(
                "SELECT id FROM baton_batch_group WHERE batch_id = ? AND id > ? AND remaining > dead AND first_job IS NOT NULL"
                        + " ORDER BY id LIMIT " + limit,
                Long.class,
                batch,
                after);
    }

    @Override
    public boolean anyLiving(long batch) {
        return anyLivingJob(batch) || new GroupRows(database).anyLivingBatch(batch);
    }

    private boolean anyLivingJob(long batch) {
        return database.finds(
                "SELECT j.id FROM baton_batch_group g JOIN baton_job j ON j.id BETWEEN g.first_job AND g.last_job"
                        + " AND j.batch_group = g.id WHERE g.batch_id = ? AND g.ended = FALSE AND g.remaining > g.dead"
                        + " AND (j.state IN (0, 1, 2) OR (j.state = 3 AND j.ties < " + Ties.AWAITS + ")) LIMIT 1",
                batch);
    }

    @Override
    public BitSet jobs(long group) {
        return places("SELECT j.batch_index" + JOBS, group);
    }

    @Override
    public BitSet deadJobs(long group) {
        return places("SELECT j.batch_index" + JOBS + DEAD, group);
    }

    @Override
    public BitSet lockDeadJobs(long group) {
        List<Long> dead = database.list("SELECT j.id" + JOBS + DEAD, Long.class, group);
        RowsById byId = database.rows("baton_job");
        return dead.isEmpty()
                ? new BitSet()
                : places(
                        "SELECT j.batch_index FROM " + byId.from() + DEAD + " ORDER BY j.id FOR UPDATE SKIP LOCKED",
                        byId.ids(dead));
    }

    private BitSet places(String sql, Object of) {
        BitSet places = new BitSet();
        database.forEach(sql, row -> places.set(row.getInt("batch_index")), of);
        return places;
    }

    /** Returns groups in no order, because some databases would search the whole table for the first ones. */
    @Override
    public List<Long> groups(long batch, int limit) {
        return database.list("SELECT id FROM baton_batch_group WHERE batch_id = ? LIMIT " + limit, Long.class, batch);
    }

    /** Deletes by primary key, because some databases would otherwise wait for rows that other transactions have just inserted. */
    @Override
    public void removeGroups(Collection<Long> groups) {
        new AckRows(database).removeAll(groups);
        database.rows("baton_batch_group").delete(groups, "TRUE");
    }

    @Override
    public void remove(long batch) {
        new AckRows(database).removeAll(List.of(-batch));
        database.update("DELETE FROM baton_batch WHERE id = ?", batch);
    }
}
