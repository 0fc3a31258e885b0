package io.baton.batch;

/** The batches of a database: each of these roles is all that one kind of client needs. */
public record BatchRoles(
        BatchOpenings openings, BatchLocks locks, BatchGroups groups, BatchNotes notes, BatchSweeps sweeps) {}
