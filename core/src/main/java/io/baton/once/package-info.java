/**
 * Actions that are done once.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_once} has a row for each key: free after a failure, claimed during the action, done. A claim is committed with a lock id before the
 * action, and the outcome is written only if the row still has that lock id. The claim of a job's handler stands while its run holds the job on a
 * living worker, and any other until its lease is over: then it is uncertain whether the action took effect. The token, which the action gets as its
 * idempotency key, belongs to the row and stays the same until the key is done and forgotten. A row that is done keeps the lock id that marked it.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two claim a new key.</em> It is unique; the second waits for the commit of the first, and finds its claim.
 *   <li><em>Two claim a key that is free, or uncertain.</em> Each locks the row in one statement, and reads its state in the next.
 *   <li><em>An action takes longer than its claim.</em> Its note finds another lock id and changes nothing; the other action has the same idempotency
 *       key.
 *   <li><em>The commit of a claim has no response.</em> It holds the row until it has ended. The claim is repeated under the same lock id, and finds
 *       its own row, claims it anew, or finds it marked as done by this lock id, since it was uncertain. If the database stays unavailable, no action
 *       begins; a sweep ends the claim, under the lock of the row, and until then this process, which knows the lock id, ignores the claim.
 *   <li><em>The write of the outcome fails since the database is unavailable.</em> The claim stays; a node that has a worker repeats the write until
 *       it succeeds, or the node dies. The outcome of the run is written after it, so that no retry finds an ended claim whose action is known to
 *       have ended.
 *   <li><em>A handler is given up while its action blocks.</em> The transaction that releases the job ends the claim, since the row of the job has
 *       another lock id then. A later outcome finds its own claim, or another lock id and changes nothing.
 * </ul>
 */
@NullMarked
package io.baton.once;

import org.jspecify.annotations.NullMarked;
