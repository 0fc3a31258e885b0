package io.baton.job;

/** The jobs of a database: every change of a job row is a verb of one of these roles, each of which is all that one kind of client needs. */
public record JobRoles(
        JobInserts inserts,
        JobClaims claims,
        JobSettlements settlements,
        JobAdmin admin,
        JobReleases releases,
        JobSweeps sweeps) {}
