/**
 * What is done once.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_once} has a row for each key: free after a failure, claimed while somebody acts, done. A claim is committed with a lock id before the
 * action, and what follows the action is written only if the row still has that lock id. A claim of a job's handler stands
 * while its run holds the job, on a worker that lives, and any other ends at a time: then it is uncertain whether the action took effect. The
 * token, which the action is handed as its idempotency key, belongs to the row and stays the same until the key is done and forgotten. A row that is done
 * keeps the lock id by which it was noted.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two claim a key that nobody has.</em> It is unique; whoever is second waits for the commit of the first, and finds its claim.
 *   <li><em>Two claim a key that is free, or uncertain.</em> Each locks the row in one statement, which tells what has become of it.
 *   <li><em>An action takes longer than its claim.</em> Its note finds another lock id and changes nothing; the other one has been handed the same
 *       idempotency key.
 *   <li><em>The commit of a claim is not answered.</em> It holds the row until it has ended. The claim is asked for again under the same lock id, and
 *       finds its own row, claims it anew, or finds it done by this lock id, which took it for done as uncertain. If the database stays away,
 *       no action begins; a sweep ends the claim, under the row's lock, and until then this process, which knows the lock id, passes over it.
 *   <li><em>The note fails since the database is away.</em> The claim stays; a node that has a worker repeats the note until it is
 *       written, or until it dies. The outcome of the run is written after it, so that no retry finds an ended claim whose action is known to have
 *       ended.
 *   <li><em>A handler is given up while its action blocks.</em> The transaction that gives the job back ends the claim, since the row of the job has
 *       no such lock id any more. What the action notes later finds its own claim, or another lock id and changes nothing.
 * </ul>
 */
@NullMarked
package io.baton.once;

import org.jspecify.annotations.NullMarked;
