package io.baton.job;

import io.baton.database.Transactions;

/** The rows of jobs and workers, and Baton's own transactions on the same connections. */
public record Stores(JobRoles jobs, WorkerStore workers, Transactions transactions) {}
