package io.baton.job;

/**
 * The jobs of a database. Every change of a job row is a method of one of these roles, each of which serves one kind of client, except the moves
 * between READY and BLOCKED, which {@code permit} makes under the lock of the job's row.
 */
public record JobRoles(
        JobInserts inserts,
        JobClaims claims,
        JobSettlements settlements,
        JobAdmin admin,
        JobReleases releases,
        JobSweeps sweeps) {}
