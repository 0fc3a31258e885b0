package io.baton.job;

import io.baton.database.Transactions;

/**
 * The rows of jobs and workers, and the transactions in which Baton works on them by itself; all on the same connections.
 */
public record Stores(JobRoles jobs, WorkerStore workers, Transactions transactions) {}
