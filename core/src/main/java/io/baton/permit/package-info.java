/**
 * Limits that hold for the whole cluster: how many jobs that need a permit of the same name may run at once (a semaphore), or start in a period (a
 * rate).
 *
 * <p>This package knows which jobs need permits and which queues are served. It knows neither handlers nor threads.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p><b>Rows.</b> {@code baton_limit} has a row for each limit (a family, such as {@code mailchimp}) and for each of its keys that a job has needed
 * ({@code mailchimp:acme}). {@code baton_permit} has a row for each limit of each unfinished job: <em>asleep</em> while the job is scheduled or dead,
 * or while it lacks an earlier permit; <em>waiting</em>; or <em>held</em>. At most one row of a job is waiting.
 *
 * <p><b>States.</b> A job that needs permits is BLOCKED when it is stored. An <em>admission</em> gives it one permit after the other, in an order
 * that is the same for all jobs, and makes it READY with the last. From there it is claimed and run like any job, whatever the limits are. The
 * permits belong to the job, not to a worker. The job keeps them while it is READY or CLAIMED, whichever worker claims, releases or loses it, and
 * releases them when it ends or has to wait for a time. A job that is promoted, revived or rescheduled begins anew, BLOCKED.
 *
 * <p><b>Rates.</b> The row of a rate is a bucket: a number of permits, and the time of the database when some were last taken. A claim uses up a
 * permit of a rate, which is never released; a job that is ready again after a claim waits for the next one, and keeps its semaphores. Unclaimed jobs
 * with a permit count against the burst, since they may all start at once. No polling is needed: an admission that finds no permit returns when the
 * next one comes.
 *
 * <p><b>Order.</b> A job gets semaphores before rates, so that a job with a permit of a rate waits for no semaphore; keys before shared limits, so
 * that the jobs of one key do not hold all shared permits; and then by name.
 *
 * <p><b>Who may change what.</b> A job's permits change only under the lock of the job's row: in the transaction that changes the job ({@link
 * io.baton.job.Capability.TransitionStep}), or in an admission, which locks the row and skips locked ones. A permit becomes held only under the lock
 * of its limit's row as well. Only admissions, definitions and settlements of a worker lock the row of a limit. No transaction of an application does,
 * since it may stay open for long after an enqueue; on MariaDB and MySQL a SERIALIZABLE one does until it commits, for a limit that its node reads first.
 *
 * <p><b>Keys, on PostgreSQL.</b> The transaction in which a worker completes a job admits the next one for the same key: no commit and no hint comes
 * between them. It knows the served queues from the last admission of its node; if they have changed since, unclaimed jobs release their permits.
 *
 * <p><b>Lock order.</b> A transaction locks limits by name, then job rows without waiting, then their permits. After a job it locks a limit only
 * without waiting.
 *
 * <p><b>Races, and what closes each.</b>
 *
 * <ul>
 *   <li><em>Two nodes admit for one limit.</em> Each locks the row of the limit, and counts held permits in a statement after the one that got the
 *       lock. A single statement would count with the snapshot of before the wait: 32 jobs held a semaphore of 16. Where a lock holds on one of
 *       several servers only, both write the row, and one of them fails when it commits.
 *   <li><em>A permit becomes free while a job is enqueued that needs it.</em> Both mark the limit after they commit: the last admission sees both.
 *   <li><em>An operator cancels or moves a job that is being admitted.</em> The job's row decides: the admission skips it while it is locked, and
 *       reads its state again under the lock. If the operator's transaction is rolled back, the job still waits, and the next poll finds it.
 *   <li><em>A crash or a manual change leaves a permit without its job.</em> A permit counts only while its job is READY, CLAIMED or BLOCKED.
 *   <li><em>A limit becomes smaller than the number of held permits.</em> No running job is stopped. None is admitted until fewer are held.
 *   <li><em>One job holds a and waits for b, another holds b and waits for a.</em> This cannot happen, since every job gets permits in the same
 *       order. Jobs that hold more come first.
 *   <li><em>The row of an idle key is removed during an admission for it.</em> The admission finds no row to lock, admits no job, and tries again
 *       with a new row. Held permits are counted, not stored in that row.
 *   <li><em>No node serves the queue, or it is paused.</em> No job of the queue is admitted, and its unclaimed jobs release their permits. Each node
 *       admits for the queues of all living nodes, so that there is one line whichever node admits.
 *   <li><em>A job is claimed while its permit is released.</em> The job's row decides: under its lock READY first becomes BLOCKED, and only jobs that
 *       are not claimed then lose their permits.
 *   <li><em>A job with a permit of a rate is not claimed</em>, since its queue has no free thread. After two seconds it moves to the end of the line,
 *       because it would stop all other jobs.
 *   <li><em>A clock that was set back would fill a bucket twice.</em> The bucket gets none until the clock reaches its time again or, if that is a
 *       minute or more away, continues from now with what it has.
 *   <li><em>A job was stored without some permits that its handler requires.</em> Before it starts the job, the worker reads which permits the job
 *       holds, and lets it wait for all that it needs.
 *   <li><em>An application's transaction that cancelled or moved a job stays open.</em> It locks rows of that job alone: statements name the whole
 *       key of a permit where a part of the key would block inserts of other permits.
 * </ul>
 *
 * <p><b>What a crash leaves.</b> Every change of a job and of its permits is one transaction. A crash loses only the mark after the commit. Free
 * permits then stay beside waiting jobs until a poll reads the names that jobs wait for. Permits of jobs that do not exist, and BLOCKED jobs that
 * wait for nothing, can only come from a manual change; the sweep repairs them too.
 */
@NullMarked
package io.baton.permit;

import org.jspecify.annotations.NullMarked;
