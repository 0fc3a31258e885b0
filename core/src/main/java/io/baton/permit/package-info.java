/**
 * Limits that hold for the whole cluster: how many jobs that need a permit of the same name may run at once (a semaphore), or start in a period (a
 * rate).
 *
 * <p>Knows how jobs are tied to it and which queues are served; knows neither handlers nor threads.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>Rows.</b> {@code baton_limit} has a row for each limit (a family, such as {@code mailchimp}) and for each of its keys that was ever asked
 * for ({@code mailchimp:acme}). {@code baton_permit} has a row for each limit of each unfinished job: <em>asleep</em> while the job is scheduled
 * or dead, or while it lacks an earlier permit; <em>waiting</em>; or <em>held</em>. A job has at most one row that waits.
 *
 * <p><b>States.</b> A limited job is BLOCKED from its birth. An <em>admission</em> gives it one permit after the other, in an order that is the
 * same for all jobs, and makes it READY with the last. From there it is claimed and run like any job: claims know nothing of limits. The permits are the
 * job's, not a worker's: it keeps them while it is READY or CLAIMED, whoever claims it, hands it back or loses it, and gives them back when it
 * ends or has to wait for a time. A job that is promoted, revived or rescheduled begins anew, BLOCKED.
 *
 * <p><b>Rates.</b> The row of a rate is a bucket: so many permits, as of the moment when some were taken last, by the database's clock. A permit of a
 * rate is used up by a claim and never given back; a job that comes back from a claim waits for the next one, and keeps its semaphores. Those that
 * have a permit and were not claimed yet count against the burst, since they may all start at once. Nobody polls: an admission that finds no permit
 * says when the next one comes.
 *
 * <p><b>Order.</b> Semaphores before rates, so that who has a permit of a rate waits for nothing else; keys before what they share with others, so
 * that the waiters of one key do not hold all of that; then by name.
 *
 * <p><b>Who may change what.</b> A job's permits change only under the lock of the job's row: in the transaction that changes the job
 * ({@link io.baton.job.TransitionStep}), or in an admission, which locks the row and passes over those that somebody holds. A permit becomes held
 * only under the lock of its limit's row as well. Nobody else ever locks a limit's row but who defines, resizes or removes it; above all no
 * transaction of an application does, whose enqueue may stay open for long.
 *
 * <p><b>Lock order.</b> Limits by name, then job rows without waiting, then their permits. Who holds a job's row never locks a limit.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two nodes admit for one limit.</em> The lock of its row; and what is held is counted in a statement after the one that got the lock.
 *       In one statement the count would be as old as the wait: 32 held a semaphore of 16.
 *   <li><em>A permit comes free while a job is enqueued for it.</em> Both touch the limit after their commits, and whoever admits last sees both.
 *   <li><em>A person cancels, or moves, whom an admission wants to admit.</em> The job's row decides: it is passed over while held, and what it
 *       says is asked again under its lock. What passed over still waits when the person rolls back, and is found by the sweep.
 *   <li><em>A permit is left behind</em>, by a crash or a hand. It counts only while its job is READY, CLAIMED or BLOCKED.
 *   <li><em>Ids come again</em>, as after a truncated table, and a permit is left of a job that had this one before. A job that is tied to permits removes
 *       it where its own are stored; of a job that is not, it counts for nothing. The sweep asks under the lock of the permit whether there is such a
 *       job: who stores one waits for that lock.
 *   <li><em>A limit shrinks below what is held.</em> Nobody is evicted; nothing is admitted until fewer are held.
 *   <li><em>One job holds a and waits for b, another holds b and waits for a.</em> Cannot be: every job acquires in the same order. Who holds more
 *       stands before who holds less.
 *   <li><em>The row of an idle key goes while somebody admits for it.</em> The admission finds no row to lock, admits nobody, and tries again
 *       with a fresh row; what is held is told by the permits, not by that row.
 *   <li><em>Nobody serves the queue, or it is paused.</em> Nobody is admitted for it, and what its unclaimed jobs hold is taken back: permits are for
 *       those that will be run. Admissions are for the queues of all living nodes, so that one line holds whoever admits.
 *   <li><em>A job is claimed while its permit is taken back.</em> The job's row decides: first READY becomes BLOCKED, under its lock, and only of those
 *       that are not claimed then are permits taken.
 *   <li><em>A job with a permit of a rate is not claimed</em>, since its queue has no free thread. After two seconds it goes to the end of the line, or
 *       it would stop the rate for all others.
 *   <li><em>Permits are taken from a bucket twice</em>, by a clock that was turned back: less than a minute is waited for, and after more the bucket
 *       goes on with what it has.
 *   <li><em>A job was stored without some permits that its handler asks for.</em> Whoever is about to start it asks which it holds, and lets it wait
 *       for all that it needs.
 *   <li><em>The transaction of an application stays open</em> that cancelled or moved a job. It holds rows of that job alone: permits are reached by their
 *       whole key where a part of it would keep others from adding theirs.
 * </ul>
 *
 * <p><b>What a crash leaves.</b> Every change of a job and of its permits is one transaction. What a crash loses is the touch after the commit: room
 * beside waiters, which the sweep finds by walking over the names that somebody waits for. Permits of jobs that are no more, and BLOCKED jobs
 * that wait for nothing, can only come from a hand; the sweep repairs them all the same.
 */
@NullMarked
package io.baton.permit;

import org.jspecify.annotations.NullMarked;
