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
 * <p><b>Rows.</b> {@code baton_limit} has a row for each limit (a family, such as {@code mailchimp}) and for each of its keys that a job has needed
 * ({@code mailchimp:acme}). {@code baton_permit} has a row for each limit of each unfinished job: <em>asleep</em> while the job is scheduled or dead,
 * or while it lacks an earlier permit; <em>waiting</em>; or <em>held</em>. A job has at most one row that waits.
 *
 * <p><b>States.</b> A limited job is BLOCKED from its birth. An <em>admission</em> gives it one permit after the other, in an order that is the same
 * for all jobs, and makes it READY with the last. From there it is claimed and run like any job: claims know nothing of limits. The permits belong to
 * the job, not to a worker: it keeps them while it is READY or CLAIMED, whichever worker claims, releases or loses it, and releases them when it
 * ends or has to wait for a time. A job that is promoted, revived or rescheduled begins anew, BLOCKED.
 *
 * <p><b>Rates.</b> The row of a rate is a bucket: so many permits, as of the moment when some were taken last, by the database's clock. A permit of a
 * rate is used up by a claim and never released; a job that comes back from a claim waits for the next one, and keeps its semaphores. Those that
 * have a permit and were not claimed yet count against the burst, since they may all start at once. No polling is needed: an admission that finds no
 * permit returns when the next one comes.
 *
 * <p><b>Order.</b> Semaphores before rates, so that a job with a permit of a rate waits for nothing else; keys before the limits that they share with
 * others, so that the jobs of one key do not hold all of those; then by name.
 *
 * <p><b>Who may change what.</b> A job's permits change only under the lock of the job's row: in the transaction that changes the job ({@link
 * io.baton.job.Capability.TransitionStep}), or in an admission, which locks the row and skips locked ones. A permit becomes held only under the lock of its
 * limit's row as well. Only admissions and definitions lock the row of a limit; no transaction of an application does, since it may stay open for
 * long after an enqueue.
 *
 * <p><b>Lock order.</b> Limits by name, then job rows without waiting, then their permits. A transaction that has locked a job never locks a limit.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two nodes admit for one limit.</em> The lock of its row; and what is held is counted in a statement after the one that got the lock. In
 *       one statement the count would be as old as the wait: 32 held a semaphore of 16. Where a lock holds on one of several servers only, both
 *       write the row, and one of them fails when it commits.
 *   <li><em>A permit comes free while a job is enqueued for it.</em> Both mark the limit after their commits, and the last admission sees both.
 *   <li><em>An operator cancels or moves a job that is being admitted.</em> The job's row decides: it is skipped while locked, and its state is read
 *       again under the lock. If the operator's transaction is rolled back, the job still waits, and is found by the next poll.
 *   <li><em>A permit is left behind</em>, by a crash or a manual change. It counts only while its job is READY, CLAIMED or BLOCKED.
 *   <li><em>A limit shrinks below what is held.</em> No running job is evicted; none is admitted until fewer are held.
 *   <li><em>One job holds a and waits for b, another holds b and waits for a.</em> Impossible: every job acquires in the same order. Jobs that hold
 *       more come first.
 *   <li><em>The row of an idle key is removed during an admission for it.</em> The admission finds no row to lock, admits no job, and tries again
 *       with a new row; what is held is counted in the permits, not stored in that row.
 *   <li><em>No node serves the queue, or it is paused.</em> No job is admitted for it, and the permits of its unclaimed jobs are released: permits
 *       are for jobs that will run. Admissions are for the queues of all living nodes, so that there is one line whichever node admits.
 *   <li><em>A job is claimed while its permit is released.</em> The job's row decides: first READY becomes BLOCKED, under its lock, and only jobs
 *       that are not claimed then lose their permits.
 *   <li><em>A job with a permit of a rate is not claimed</em>, since its queue has no free thread. After two seconds it goes to the end of the line,
 *       since it would stop the rate for all others.
 *   <li><em>Permits are taken from a bucket twice</em>, by a clock that was set back: less than a minute is waited for, and after more the bucket
 *       goes on with what it has.
 *   <li><em>A job was stored without some permits that its handler requires.</em> The worker reads which it holds before it starts the job, and lets
 *       it wait for all that it needs.
 *   <li><em>The transaction of an application stays open</em> that cancelled or moved a job. It locks rows of that job alone: permits are reached by
 *       their whole key where a part of it would keep others from inserting theirs.
 * </ul>
 *
 * <p><b>What a crash leaves.</b> Every change of a job and of its permits is one transaction. A crash loses only the mark after the commit: free
 * permits beside waiting jobs, which the poll finds by reading the names that jobs wait for. Permits of jobs that do not exist, and BLOCKED jobs that
 * wait for nothing, can only come from a manual change; the sweep repairs them too.
 */
@NullMarked
package io.baton.permit;

import org.jspecify.annotations.NullMarked;
