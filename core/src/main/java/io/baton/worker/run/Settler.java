package io.baton.worker.run;

import io.baton.RunOutcome;
import io.baton.job.Fence;
import io.baton.job.JobSignal;
import io.baton.job.Outcome;
import io.baton.job.ReadyJobs;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.UnwrittenNotes;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.Step;
import io.baton.worker.Engine;
import io.baton.worker.Engine.Timing;
import io.baton.worker.WorkerReport;
import io.baton.worker.run.ActiveRun.JobResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataIntegrityViolationException;

/**
 * Writes the results of runs. It writes at once when it is idle, and collects the results that come meanwhile for the next write. Results that could
 * not be written because the database was away are kept until it is back.
 */
public final class Settler implements Step {

    private static final Logger log = LoggerFactory.getLogger(Settler.class);
    private static final String REFUSED = "The database refused to store this job's outcome: ";
    private static final int MOST_AT_ONCE = 1_000;
    private static final int FAILURES_OF_ALL = 2;
    private static final Duration IDLE = Duration.ofMinutes(1);
    private static final Duration BUSY_ROW_DELAY = Duration.ofMillis(20);
    private static final Duration UNTIL_NOTED = Duration.ofMillis(200);

    private final SeldomLog seldom = new SeldomLog(log);
    private final Engine engine;
    private final Holdings holdings;
    private final JobSignal here;
    private final JobSignal otherNodes;
    private final ConcurrentLinkedDeque<Settlement> waiting = new ConcurrentLinkedDeque<>();
    /** The jobs whose outcomes may be written already, since the response to a write was lost. Only the settler's thread uses it. */
    private final Set<Fence> inDoubt = new HashSet<>();

    private final AtomicInteger unsettled = new AtomicInteger();
    private final LongAdder fenced = new LongAdder();
    private final LongAdder blocked = new LongAdder();
    private final Timing times;
    private volatile Runnable wake = () -> {};
    private volatile Runnable lost = () -> {};
    /** The maximum number of outcomes of one write. Only the settler's thread uses it. */
    private int most = MOST_AT_ONCE;

    /** The number of failed writes since the last successful one. Only the settler's thread uses it. */
    private int failures;

    public Settler(Engine engine, Holdings holdings, JobSignal here, JobSignal otherNodes) {
        this.engine = engine;
        this.holdings = holdings;
        this.here = here;
        this.otherNodes = otherNodes;
        this.times = new Timing(engine.ticker());
    }

    public void onWork(Runnable wake) {
        this.wake = wake;
    }

    /** Calls this when a job is dropped because its claim is lost, or only seems to be: the server that responded may be behind. */
    public void onLost(Runnable lost) {
        this.lost = lost;
    }

    /** Ends a run and takes the results of its jobs, without those that need no write; returns false if the run had ended already. */
    public boolean accept(ActiveRun run, List<JobResult> results) {
        if (!run.end()) {
            return false;
        }
        List<Settlement> settlements = new ArrayList<>(results.size());
        for (JobResult result : run.counting(results)) {
            Settlement settlement = result.unwritten();
            if (settlement != null) {
                settlements.add(settlement);
                if (settlement.outcome() instanceof Outcome.Blocked) {
                    blocked.increment();
                }
            } else {
                holdings.settled(result.job().fence());
                if (result.outcome() == RunOutcome.LOST) {
                    lost.run();
                }
            }
        }
        settle(settlements);
        return true;
    }

    /** Takes outcomes of jobs that are claimed for this worker. */
    public void settle(List<Settlement> settlements) {
        if (!settlements.isEmpty()) {
            unsettled.addAndGet(settlements.size());
            waiting.addAll(settlements);
            wake.run();
        }
    }

    public WorkerReport.Times times() {
        return times.report();
    }

    public int unsettled() {
        return unsettled.get();
    }

    public long fenced() {
        return fenced.sum();
    }

    public long blocked() {
        return blocked.sum();
    }

    @Override
    public Duration turn() {
        List<Settlement> batch = next();
        if (batch.isEmpty()) {
            return waiting.isEmpty() ? IDLE : UNTIL_NOTED;
        }
        List<Settlement> busy = write(batch);
        busy.forEach(waiting::addLast);
        return busy.size() == batch.size() ? BUSY_ROW_DELAY : Duration.ZERO;
    }

    /** Removes and returns waiting outcomes, except those of runs with {@link UnwrittenNotes}. */
    private List<Settlement> next() {
        List<Settlement> batch = new ArrayList<>();
        List<Settlement> unnoted = new ArrayList<>();
        while (batch.size() < most) {
            Settlement settlement = waiting.pollFirst();
            if (settlement == null) {
                break;
            }
            (UnwrittenNotes.has(settlement.fence()) ? unnoted : batch).add(settlement);
        }
        waiting.addAll(unnoted);
        return batch;
    }

    /** Writes outcomes; returns those whose rows are locked now. */
    private List<Settlement> write(List<Settlement> batch) {
        Map<Fence, Settled> settled;
        try {
            Supplier<Map<Fence, Settled>> write = () -> engine.settlements().settle(batch);
            settled = times.measure(() -> batch.stream().allMatch(Settlement::isPlainCompletion)
                    ? engine.transactions().single(write)
                    : engine.transactions().run(write));
        } catch (DataIntegrityViolationException e) {
            keepAfterRefusal(batch, e);
            return List.of();
        } catch (RuntimeException | Error e) {
            batch.forEach(settlement -> inDoubt.add(settlement.fence()));
            keepAfterFailure(batch);
            throw e;
        }
        failures = 0;
        most = Math.min(MOST_AT_ONCE, most * 2);
        return account(batch, settled);
    }

    /**
     * Keeps outcomes after a failed write. The database may be away, or one outcome may end every connection: after some failures ever fewer are
     * tried together, and one that fails alone lets the others pass.
     */
    private void keepAfterFailure(List<Settlement> batch) {
        failures++;
        boolean again = failures > FAILURES_OF_ALL;
        if (again && batch.size() == 1) {
            waiting.addLast(batch.get(0));
        } else {
            keep(batch);
        }
        if (again) {
            most = (batch.size() + 1) / 2;
        }
    }

    private void keep(List<Settlement> batch) {
        for (int i = batch.size() - 1; i >= 0; i--) {
            waiting.addFirst(batch.get(i));
        }
    }

    /**
     * Keeps outcomes that the database refuses. The next turns write fewer together and so find the refused one, whose job is dead instead: it must
     * neither hold up the others, nor stay with a live worker for ever. If that is refused too, it waits behind the others.
     */
    private void keepAfterRefusal(List<Settlement> batch, DataIntegrityViolationException refusal) {
        Settlement first = batch.get(0);
        if (batch.size() > 1) {
            keep(batch);
            most = 1;
        } else if (first.outcome() instanceof Outcome.Dead dead
                && dead.error() != null
                && dead.error().startsWith(REFUSED)) {
            waiting.addLast(first);
            throw refusal;
        } else {
            log.error(
                    "The database refuses the outcome of job {}, which is dead instead: {}",
                    first.fence().id(),
                    FailureText.of(refusal));
            log.debug("The outcome of job {} was refused", first.fence().id(), LoggedFailure.of(refusal));
            keep(List.of(
                    first.with(new Outcome.Dead(REFUSED + refusal.getClass().getName()))));
        }
    }

    private List<Settlement> account(List<Settlement> batch, Map<Fence, Settled> settled) {
        List<Settlement> busy = new ArrayList<>();
        List<Fence> refused = new ArrayList<>();
        Set<String> triedAgain = new HashSet<>();
        Set<String> givenBack = new HashSet<>();
        for (Settlement settlement : batch) {
            switch (settled.getOrDefault(settlement.fence(), Settled.FENCED)) {
                case DONE -> written(settlement, triedAgain, givenBack);
                case WOKEN -> {
                    String queue = done(settlement);
                    if (queue != null) {
                        triedAgain.add(queue);
                    }
                }
                case FENCED -> {
                    if (wasWritten(settlement)) {
                        written(settlement, triedAgain, givenBack);
                    } else {
                        fenced.increment();
                        refused.add(settlement.fence());
                        done(settlement);
                    }
                }
                case BUSY -> busy.add(settlement);
            }
        }
        if (!refused.isEmpty()) {
            lost.run();
            logRefused(refused);
        }
        triedAgain.forEach(queue -> here.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        givenBack.forEach(queue -> otherNodes.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        return busy;
    }

    /**
     * Records a written outcome. A job that is ready again at once is announced where it is likely to run: here if it is retried, which takes no more
     * room than before, and on other nodes if it was released, since this worker could not run it. A job that snoozes for no time would be announced
     * again and again, and is left to the poll.
     */
    private void written(Settlement settlement, Set<String> triedAgain, Set<String> givenBack) {
        String queue = done(settlement);
        if (queue == null) {
            return;
        }
        if (settlement.outcome() instanceof Outcome.Retried retried && isNone(retried.delay())) {
            triedAgain.add(queue);
        } else if (settlement.outcome() instanceof Outcome.HandedBack handedBack && isNone(handedBack.delay())) {
            givenBack.add(queue);
        }
    }

    private static boolean isNone(Duration delay) {
        return delay.isZero() || delay.isNegative();
    }

    /** Returns whether an earlier write without a response took effect: no other node can have ended the claim while the job is held. */
    private boolean wasWritten(Settlement settlement) {
        return inDoubt.contains(settlement.fence()) && holdings.holds(settlement.fence());
    }

    /** Forgets a job; returns its queue if it was held. */
    private @Nullable String done(Settlement settlement) {
        unsettled.decrementAndGet();
        inDoubt.remove(settlement.fence());
        return holdings.settled(settlement.fence());
    }

    /** Logs refused outcomes together, since there may be many, such as after a worker was cut off. */
    private void logRefused(List<Fence> jobs) {
        Fence first = jobs.get(0);
        seldom.info(
                "refused",
                "The outcome of job {}{} is not written: this worker's claim was lost, or released when the worker"
                        + " stopped. The next run of each decides",
                first.id(),
                LogText.andOthers(jobs.size()));
        log.debug(
                "Their outcomes were not written: {}",
                jobs.stream().map(Fence::id).toList());
    }
}
