package io.baton.batch;

/** The interfaces to the batches of a database, one for each kind of client. */
public record BatchRoles(
        BatchOpenings openings, BatchLocks locks, BatchGroups groups, BatchNotes notes, BatchSweeps sweeps) {}
