package io.baton.monitor.jdbc;

import static java.util.Objects.requireNonNull;

import io.baton.BatchId;
import io.baton.JobId;
import io.baton.database.Database;
import io.baton.monitor.HeldJob;
import io.baton.monitor.JobRelations;
import io.baton.monitor.JobRelations.NeededPermit;
import io.baton.type.Names;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of jobs, with what others know of them. */
record JobRows(Database database) {

    private static final int MOST_PERMITS = 100;

    List<HeldJob> held(long worker, int limit) {
        return database.query(
                "SELECT id, type, queue, attempt, claimed_at, progress, progress_note FROM baton_job"
                        + " WHERE state = 2 AND worker_id = ? ORDER BY claimed_at, id LIMIT " + limit,
                (row, number) -> new HeldJob(
                        new JobId(row.getLong("id")),
                        row.getString("type"),
                        row.getString("queue"),
                        row.getInt("attempt"),
                        requireNonNull(database.dialect().instant(row, "claimed_at")),
                        row.getObject("progress", Double.class),
                        row.getString("progress_note")),
                worker);
    }

    /** Returns the id after which so many rows of a table lie, of those before this one; 0 if there are fewer. */
    long newestAfter(String table, @Nullable JobId before, int rows) {
        String newest = "SELECT id FROM " + table + " WHERE id < ? ORDER BY id DESC LIMIT " + rows;
        return database.query(
                        "SELECT MIN(id) AS first_id, COUNT(*) AS found FROM (" + newest + ") AS newest",
                        (row, number) -> row.getLong("found") < rows ? 0 : row.getLong("first_id") - 1,
                        before == null ? Long.MAX_VALUE : before.value())
                .get(0);
    }

    JobRelations relations(long job) {
        List<Membership> memberships = database.query(
                "SELECT b.id, b.flow FROM baton_job j JOIN baton_batch_group g ON g.id = j.batch_group"
                        + " JOIN baton_batch b ON b.id = g.batch_id WHERE j.id = ?",
                (row, number) -> new Membership(new BatchId(row.getLong("id")), row.getBoolean("flow")),
                job);
        Membership of = memberships.isEmpty() ? new Membership(null, false) : memberships.get(0);
        List<NeededPermit> permits = database.query(
                "SELECT name, state FROM baton_permit WHERE job_id = ? ORDER BY position LIMIT " + MOST_PERMITS,
                (row, number) -> new NeededPermit(Names.shownLimit(row.getString("name")), row.getInt("state") == 2),
                job);
        return new JobRelations(of.batch(), of.flow(), permits);
    }

    private record Membership(@Nullable BatchId batch, boolean flow) {}
}
