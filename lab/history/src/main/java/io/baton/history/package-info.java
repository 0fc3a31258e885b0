/**
 * Decides from histories whether the promises of {@code docs/guarantees.md} held. A history is what clients received, what handlers did, what was done to
 * processes and databases, and what was left in the tables afterwards. Nothing here knows a class of Baton's.
 *
 * <h2>Files</h2>
 *
 * Each process appends to a file of its own, {@code <process>.history}, whose name is the name of the process; a process that is started again gets another
 * name. A line is one event: the time by {@link java.lang.System#nanoTime()}, which all processes of a machine share, a word, and fields:
 *
 * <pre>
 * 81234567890 started
 * 81234999000 run run=w3-17 job=4711 attempt=1 item=88 permits=gate,account:7
 * 81235999000 ended run=w3-17 outcome=ok
 * </pre>
 *
 * A value has no spaces and is not empty; a field that has no value is left out, lists are separated by commas. The first line is {@code started}. A line stands after
 * those that it refers to, unless these are in other files. A process that ended may leave a torn last line, one without a line feed. Every other line that does not
 * follow these rules is an error, and nothing is decided.
 *
 * <p>An operation lies between its lines, and so does a fault: the first is written before it, the last after it. A run lies around its lines: they are the first and
 * the last that its handler does. That a process is killed or stopped is written before the signal.
 *
 * <h2>Words</h2>
 *
 * Fields in brackets are optional. Times that are not those of lines are in milliseconds.
 *
 * <table>
 * <caption>What clients write</caption>
 * <tr><td>{@code invoke op [ledger]}<td>a transaction begins; {@code ledger=yes} if it also writes a row of the client's own
 * <tr><td>{@code enqueue op item kind [key unique group after attempts rows share]}<td>it enqueues a job, whose payload contains the number of the item. The kind is
 *     {@code plain}, {@code transactional} or {@code chunks} (of so many {@code rows}). A {@code unique} key is held until {@code start}, until {@code finish} or
 *     for a {@code time}. The item belongs to a {@code group} and waits until all groups in {@code after} have ended: {@code batch:NAME} or
 *     {@code flow:NAME/STEP}, or {@code sequence:NAME} if it waits for its turn there. It may die after as many {@code attempts}. Its {@code share} is
 *     one of a fair queue; {@code a/b} is a part of {@code a}
 * <tr><td>{@code assigned op item job as}<td>the call returned this job, which was {@code created}, {@code kept}, {@code running} or {@code replaced}. Needed for
 *     unique items, and written before the commit
 * <tr><td>{@code cancel op item}<td>it cancels the job of an item
 * <tr><td>{@code seal op group}<td>it seals a batch. Opening one needs no line, since nothing is promised of it
 * <tr><td>{@code ok op}, {@code failed op}, {@code unknown op}<td>the transaction is committed, is rolled back for certain, or has an unknown outcome, as one has
 *     that never returns
 * <tr><td>{@code semaphore name capacity}<td>from now on so many permits. Written before a capacity grows, and when no more than the new one are held after it
 *     shrank
 * <tr><td>{@code rate name permits per burst}<td>a rate, which does not change
 * <tr><td>{@code paused share [lag]}, {@code resumed share}<td>every node knows the pause, which is written after it, {@code lag} after it was requested; and it ends,
 *     which is written before it
 * <tr><td>{@code fair more-starts}<td>while a job waits, another share has as many turns as its own and at most so many more. A turn is one start, or as
 *     many as the weight of the share
 * <tr><td>{@code weight share weight}<td>the weight of a share, which does not change; 1 for shares without this line
 * <tr><td>{@code ready [items]}<td>all items whose jobs are ready in the tables. One that is in several lines in a row waits from the first to the last of them,
 *     also beside faults; a line without it ends that
 * <tr><td>{@code schedule name every from to missed now [overlap]}<td>ticks are expected from one time of the database to another, both included;
 *     {@code missed} is {@code all}, {@code once} or {@code skip}, {@code now} is the time of the database at this line, {@code overlap=no} leaves ticks out
 * </table>
 *
 * <table>
 * <caption>What handlers write</caption>
 * <tr><td>{@code run run job attempt [item lock permits rates schedule planned share]}<td>the handler was called: a run, whose name no other run has. A tick has a
 *     schedule and its planned time instead of an item
 * <tr><td>{@code ended run outcome}<td>the last thing that the handler does: {@code ok} if it returns, {@code failed} if it throws or requests another run. Or, by
 *     another thread, {@code lost} if its claim was lost, {@code unknown} if it is not known how it ended
 * <tr><td>{@code saw run [items]}<td>which committed requests of its unique key it found in a table of the clients
 * <tr><td>{@code act run key token}, {@code acted run key outcome}<td>an action of {@code Once} begins, and has ended {@code ok} or {@code failed}
 * <tr><td>{@code performed run key result}<td>what {@code Once} returned: {@code performed}, {@code already}, {@code skipped}, or {@code failed} if it threw
 * </table>
 *
 * <table>
 * <caption>What is done to processes</caption>
 * <tr><td>{@code settings dead-after heartbeat [reconnect jitter]}<td>when a silent worker is declared dead, and the interval of its heartbeats; how long after the
 *     end of a fault processes may still be without a connection; by how much a start may lag behind its admission
 * <tr><td>{@code started}<td>the process of this file
 * <tr><td>{@code killed process}, {@code stopped process}<td>it was killed, which is a fault; it ended in order, or after everything
 * <tr><td>{@code fault id kind target [forgets]}, {@code healed id}<td>a fault begins, and ends. The target is a list of processes that are frozen or cut off,
 *     {@code *} for all, also where rows are locked or the database is down. A database that crashes {@code forgets} claims as old as this
 * </table>
 *
 * <table>
 * <caption>What is found at the end</caption>
 * <tr><td>{@code job job state [item attempt]}<td>each job in the tables: {@code completed}, {@code cancelled}, {@code dead}, or {@code left} if it has not ended
 * <tr><td>{@code effect run}<td>a row that a run of a transactional handler has committed
 * <tr><td>{@code chunk item from to}<td>a chunk that was committed: rows from a position, the first is 0, to one that is not included
 * <tr><td>{@code ledger op}<td>a row that a client's transaction has committed
 * <tr><td>{@code held permit job}, {@code key key job}, {@code recorded key token}<td>what is left of permits, unique keys and records of {@code Once}
 * </table>
 *
 * <h2>What is allowed</h2>
 *
 * A run counts until it ends, until its process ends, or until its claim may be lost: since its process was silent for {@code dead-after}, less a heartbeat, in faults
 * that follow each other without a gap, or since the database forgot its claim ({@link io.baton.history.Claims}). Nothing else excuses anything. Each check counts the
 * cases that it has judged; none is a violation, since then nothing is proved.
 */
@NullMarked
package io.baton.history;

import org.jspecify.annotations.NullMarked;
