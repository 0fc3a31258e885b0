/**
 * Jobs with unique keys.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_unique} has a row for each key that a job holds. An enqueue locks the row until its transaction ends. If the row is new, or its job
 * has ended, the new job gets it; else its job stands for the new one, which is not stored.
 *
 * <p>A caller that is returned a waiting job relies on that job to see what the caller commits. So a job starts only after its worker has locked the
 * row and marked the start: a key that is held until the start is removed, one that is held until the end is marked. A row that the worker cannot
 * lock is locked by an uncommitted enqueue; the worker waits a little, and releases the job if that takes long.
 *
 * <p>When a job ends, its row is removed. The key of a dead job is set aside, to be restored if the job is revived while no other has the key.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two enqueues with the same new key.</em> The key is unique; the second waits for the commit of the first, and finds its job.
 *   <li><em>An enqueue is kept by a job that starts.</em> The lock of the row decides: either the job has started, or it starts after the caller's
 *       commit and sees what that wrote. A check without the lock would lose the request.
 *   <li><em>An enqueue replaces a claimed job.</em> Under the lock of the key a claimed job cannot have started: its claim is ended, and the worker
 *       compares its lock id under the lock of the key before it starts.
 *   <li><em>A job ends while an enqueue holds its key.</em> A settlement skips locked rows: it leaves the row. The next enqueue with the key finds
 *       that the job has ended; a row without a next enqueue is swept. An enqueue that takes the key of a dead job sets it aside for that job.
 *   <li><em>A job is cancelled while an enqueue holds a key that it has for a time, or by a snapshot that is older than the key.</em> A missing job
 *       shows nothing: a completed one keeps the key for its time, however soon history is purged. So unless the cancellation has removed the key
 *       under its lock, it inserts a row for the job, as for a key that is set aside. A missing job with such a row holds nothing; the sweep removes
 *       both rows.
 *   <li><em>An enqueue finds a claimed job that is to be cancelled.</em> That is read under the lock of the job: no enqueue relies on such a job.
 *   <li><em>A worker starts a job that was taken from it.</em> It marks only keys of its current claims, which it reads after it has locked the keys.
 *   <li><em>A caller reads by a snapshot that is older than the key.</em> Decisions are made under locks, or by a row that the caller has changed;
 *       only a lock shows that a job does not exist. H2 locks nothing that is newer than the snapshot: there such a caller may store a second job, or
 *       fails after some tries if it cannot lock the row.
 *   <li><em>An enqueue that is one statement waits for another's key.</em> The statement does not see what was stored meanwhile: a waiting job that
 *       it does not find is read again under a lock.
 *   <li><em>An enqueue that is a transaction by itself is kept.</em> Its locks are released when it returns, and its caller had nothing left to
 *       commit: the job had not started when all that the caller has written was committed. Work that needs the locks after that statement is begun
 *       anew in a transaction.
 * </ul>
 *
 * <p><b>Lock order.</b> An enqueue locks keys in their order, then the jobs that hold them, in theirs. All others lock jobs first, and skip locked
 * keys; only a revive waits for keys that are set aside or that others hold.
 */
@NullMarked
package io.baton.unique;

import org.jspecify.annotations.NullMarked;
