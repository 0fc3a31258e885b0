package io.baton.job;

/** All that can be asked and done about jobs; what uses it takes the role that it needs. */
public interface JobStore extends JobInserts, JobClaims, JobSettlements, JobAdmin, JobReleases, JobSweeps {}
