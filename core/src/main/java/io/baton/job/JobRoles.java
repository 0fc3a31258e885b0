package io.baton.job;

/**
 * The roles through which other packages reach the jobs of a database. Each role serves one kind of client. Every change of a job row is a method of
 * a role, except the moves between READY and BLOCKED, which {@code permit} makes under the lock of the job's row.
 */
public record JobRoles(
        JobInserts inserts,
        JobClaims claims,
        JobSettlements settlements,
        JobAdmin admin,
        JobReleases releases,
        JobSteps steps,
        JobSweeps sweeps) {}
