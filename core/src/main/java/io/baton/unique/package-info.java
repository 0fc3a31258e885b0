/**
 * Stores jobs with unique keys, and changes the keys with their jobs.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_unique} has a row for each key that a job holds. An enqueue locks the row until its transaction ends. If the row is new, or its job
 * has ended, the new job gets the key. Otherwise the new job is not stored, and the existing job runs instead of it.
 *
 * <p>A caller that gets a waiting job relies on this job to see what the caller commits. So a job starts only after its worker has locked the
 * row and recorded the start: a key that is held until the start is removed, and one that is held until the end is marked. If the worker cannot lock
 * the row, an uncommitted enqueue has locked it; the worker waits a little, and releases the job if the lock lasts long.
 *
 * <p>When a job ends, its row is removed. The key of a dead job is set aside. It is restored if the job is revived while no other job has the key.
 *
 * <p><b>Races, and how each is closed.</b>
 *
 * <ul>
 *   <li><em>Two enqueues with the same new key.</em> The key is unique; the second waits for the commit of the first, and finds its job.
 *   <li><em>An enqueue relies on a job that starts.</em> The lock of the row decides: either the job has started, or it starts after the caller's
 *       commit and sees the caller's writes. A check without the lock would lose the request.
 *   <li><em>An enqueue replaces a claimed job.</em> Under the lock of the key the claimed job cannot start. The enqueue ends its claim; the worker
 *       compares its lock id under the lock of the key before it starts the job.
 *   <li><em>A job ends while an enqueue has locked its key.</em> The settlement skips the locked row. The next enqueue with the key finds that the
 *       job has ended; otherwise the sweep removes the row. An enqueue that takes the key of a dead job sets it aside for that job.
 *   <li><em>A job is cancelled while an enqueue has locked a key that the job holds for a time, or from a snapshot older than the key.</em> A missing
 *       job proves nothing: a completed job keeps its key for the time, even if history was purged. Unless the cancellation has removed the key under
 *       its lock, it therefore inserts a row for the job, as for a key that is set aside. A missing job with such a row holds no key; the sweep
 *       removes both rows.
 *   <li><em>An enqueue finds a claimed job that will be cancelled.</em> It reads the request under the job's lock, and does not rely on the job.
 *   <li><em>A worker starts a job that it has lost.</em> It marks only keys of its current claims, which it reads after it has locked the keys.
 *   <li><em>A caller reads from a snapshot that is older than the key.</em> Decisions use locks, or a row that the caller has changed; only a lock
 *       shows that a job does not exist. H2 locks no row that is newer than the snapshot: there, such a caller may store a second job, or fails after
 *       some tries if it cannot lock the row.
 *   <li><em>An enqueue in one statement waits for another's key.</em> The statement does not see the job that was stored meanwhile. A waiting job
 *       that it does not find is read again under a lock.
 *   <li><em>An enqueue that is a transaction by itself relies on a job.</em> Its locks end when it returns, and its caller had nothing left to
 *       commit: the job had not started when all the caller's writes were committed. Work that needs the locks after the statement begins anew in a
 *       transaction.
 * </ul>
 *
 * <p><b>Lock order.</b> An enqueue locks keys in their order, then the jobs that hold them in ascending id. All others lock jobs first and skip
 * locked keys. Only a revive waits for keys, which are set aside or held by other jobs.
 */
@NullMarked
package io.baton.unique;

import org.jspecify.annotations.NullMarked;
