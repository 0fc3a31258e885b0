package io.baton.permit.jdbc;

/** How many permits of a limit {@code l} are held: by jobs that are there, and will run or do. */
final class PermitCounts {

    static final String HELD = "SELECT COUNT(*) FROM baton_permit h JOIN baton_job j ON j.id = h.job_id"
            + " WHERE h.state = 2 AND h.name = l.name AND j.state IN (1, 2, 3)";

    private PermitCounts() {}
}
