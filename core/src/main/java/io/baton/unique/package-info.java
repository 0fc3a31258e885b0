/**
 * Jobs of which there is only one of a key.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_unique} has a row for each key that a job holds. An enqueue takes the row, and holds its lock until its transaction is over: the row
 * is new, or its job is no more, and then it is the new job's; or its job stands for the new one, which is not stored.
 *
 * <p>Whoever is told that a waiting job stands for the new one relies on it to see what the caller commits. So a job starts only when its worker has
 * locked its row and written that it starts: a key that is held until then is removed, one that is held until the end is marked. What a worker
 * cannot lock, an enqueue that is not over holds; it waits a little, and hands the job back if that takes long.
 *
 * <p>Where a job ends, its row is removed. A job that dies keeps its key aside, to take it back if it is revived while nobody else has it.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two enqueues with the same new key.</em> The key is unique; the second waits for the commit of the first, and finds its job.
 *   <li><em>An enqueue is kept by a job that starts.</em> The lock of the row decides: either the job has started, or it starts after the caller's
 *       commit and sees what that wrote. To ask whether it has started without the lock would lose the request.
 *   <li><em>An enqueue replaces what a worker has claimed.</em> Under the lock of the key a claimed job cannot have started: it is taken back from the
 *       worker, which compares its lock id under the lock of the key before it starts.
 *   <li><em>A job ends while an enqueue holds its key.</em> A settlement waits for nobody: it leaves the row. The next enqueue with the key finds that
 *       the job is no more; a row that nobody asks for is swept. Who takes the key of a dead job keeps it aside for that.
 *   <li><em>A job is cancelled while an enqueue holds a key that it has for a time.</em> That the job is no more says nothing: one that has completed keeps
 *       the key for its time, however soon history is purged. So whoever cancels writes a row beside that of the key, as for a dead job that keeps its
 *       key aside. A job that is no more and has such a row holds nothing; the row goes when its time is over.
 *   <li><em>An enqueue finds a claimed job that is to be cancelled.</em> That is read under the lock of the job: nobody relies on such a job.
 *   <li><em>Ids come again</em>, as after a truncated table, and a key is left of a job that had this one before. A job that is tied to a key parts its id
 *       from all others where its own is assigned, and waits for whoever holds them; one that is not tied holds none.
 *   <li><em>A worker starts a job that was taken from it.</em> It marks keys of its own claims only, which it reads after it has locked the keys.
 *   <li><em>A caller reads by a snapshot that is older than the key.</em> What decides is read under locks, or from a row that the caller has changed; that a
 *       job is not there, only a lock tells. H2 locks nothing that is newer than the snapshot: there such a caller may make a second job, or is refused after some
 *       tries where it cannot have the row.
 *   <li><em>An enqueue that is one statement waits for another's key.</em> The statement does not see what was stored meanwhile: what it does not find of a job
 *       that waits, is asked for again under a lock.
 *   <li><em>An enqueue that is a transaction by itself is kept.</em> Its locks are gone when its caller is told, who had nothing left to commit: the job had
 *       not started when all that the caller has written was committed. What has to be done under the locks after that statement, is begun anew in a
 *       transaction.
 * </ul>
 *
 * <p><b>Lock order.</b> Of an enqueue: keys in their order, then the jobs that hold them, in theirs. Everybody else locks jobs first, and keys only if they are free;
 * a revive waits for keys that are kept aside for dead jobs, and that others hold.
 */
@NullMarked
package io.baton.unique;

import org.jspecify.annotations.NullMarked;
