package io.baton.permit.jdbc;

import io.baton.job.Ties;

/** Counts the permits of a limit {@code l} that are held by jobs that run or will run. */
final class PermitCounts {

    /** The condition that a job {@code j} needs permits: after a truncated table a job that needs none may have the id of one that did. */
    static final String LIMITED = "MOD(j.ties, 2) = " + Ties.LIMITS;

    static final String HELD = "SELECT COUNT(*) FROM baton_permit h JOIN baton_job j ON j.id = h.job_id"
            + " WHERE h.state = 2 AND h.name = l.name AND j.state IN (1, 2, 3) AND " + LIMITED;

    private PermitCounts() {}
}
