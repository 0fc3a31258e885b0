/**
 * Performs actions once per key.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>{@code baton_once} has a row for each key, which is free after a failure, claimed during the action, or done. A claim is committed with a lock
 * id before the action, and the outcome is written only if the row still has this lock id. The claim of a job's handler stands while its run holds
 * the job on a living worker; any other claim stands until its lease expires. After that it is uncertain whether the action took effect. The action
 * gets the token of the row as its idempotency key. The token stays the same until the key is done and forgotten. A done row keeps its last lock id.
 *
 * <p><b>Races, and how each is closed.</b>
 *
 * <ul>
 *   <li><em>Two callers claim a new key.</em> The key is unique; the second waits for the commit of the first, and finds its claim.
 *   <li><em>Two callers claim a free or uncertain key.</em> Each locks the row in one statement, and reads its state in the next.
 *   <li><em>An action takes longer than its claim.</em> Its outcome finds another lock id and changes nothing; the other action has the same
 *       idempotency key.
 *   <li><em>The commit of a claim has no response.</em> It locks the row until it has ended. The claim is repeated under the same lock id. It finds
 *       its own row, claims the key anew, or finds that this lock id has marked an uncertain key as done. If the database stays unavailable, no
 *       action begins, and the claim stands until its run or its lease has ended.
 *   <li><em>The write of the outcome fails because the database is unavailable.</em> The claim stays; a node with a worker repeats the write until it
 *       succeeds or the node dies. The outcome of the run is written afterwards, so that no retry finds an ended claim whose action is known to have
 *       ended.
 *   <li><em>A worker releases the job of a handler whose action blocks.</em> The transaction that releases it ends the claim, since the job's row
 *       then has another lock id. A later outcome finds its own claim, or finds another lock id and changes nothing.
 * </ul>
 */
@NullMarked
package io.baton.once;

import org.jspecify.annotations.NullMarked;
