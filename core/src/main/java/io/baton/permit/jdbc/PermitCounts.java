package io.baton.permit.jdbc;

import io.baton.job.Ties;

/** How many permits of a limit {@code l} are held: by jobs that are there, and will run or do. */
final class PermitCounts {

    /** Whether a job {@code j} needs permits. Where ids come again, a job that needs none may have the id of one that did. */
    static final String LIMITED = "MOD(j.ties, 2) = " + Ties.LIMITS;

    static final String HELD = "SELECT COUNT(*) FROM baton_permit h JOIN baton_job j ON j.id = h.job_id"
            + " WHERE h.state = 2 AND h.name = l.name AND j.state IN (1, 2, 3) AND " + LIMITED;

    private PermitCounts() {}
}
