package io.baton.worker.lane;

import static java.util.Objects.requireNonNull;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobSignal;
import io.baton.job.Outcome;
import io.baton.job.ReadyJobs;
import io.baton.job.Settlement;
import io.baton.loop.DurationText;
import io.baton.loop.Failures.Backoff;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import io.baton.worker.call.JobExecutor;
import io.baton.worker.lane.Lane.SuspectGate;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.Deadlines;
import io.baton.worker.run.ActiveRun.JobResult;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.Holdings.Runner;
import io.baton.worker.run.Settler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the runners of lanes going. A runner takes the next jobs of its lane, runs them, passes the results on, and ends when there are none. */
public final class LaneRunners {

    private static final Logger log = LoggerFactory.getLogger(LaneRunners.class);
    private static final Duration AFTER_ACCIDENT = Duration.ofSeconds(10);

    private final SeldomLog seldom = new SeldomLog(log);
    private final Map<String, Lane> lanes;
    private final RunnerThreads threads;
    private final JobExecutor jobs;
    private final Settler settler;
    private final Holdings holdings;
    private final Deadlines deadlines;
    private volatile Consumer<String> onCapacity = queue -> {};

    public LaneRunners(
            Map<String, Lane> lanes,
            RunnerThreads threads,
            JobExecutor jobs,
            Settler settler,
            Holdings holdings,
            Deadlines deadlines) {
        this.lanes = lanes;
        this.threads = threads;
        this.jobs = jobs;
        this.settler = settler;
        this.holdings = holdings;
        this.deadlines = deadlines;
    }

    public void onCapacity(Consumer<String> onCapacity) {
        this.onCapacity = onCapacity;
    }

    public Map<String, Lane> lanes() {
        return lanes;
    }

    public void accept(String queue, Collection<ClaimedJob> claimed) {
        holdings.claimed(claimed);
        try {
            offer(requireNonNull(lanes.get(queue)), claimed);
        } catch (Throwable e) {
            // such as too little memory: jobs that are not held are not started, and are released as orphans
            claimed.forEach(job -> holdings.settled(job.fence()));
            throw e;
        }
    }

    private void offer(Lane lane, Collection<ClaimedJob> claimed) {
        Lane.Offered offered = lane.offer(claimed);
        start(lane, offered.runners());
        release(offered.refused(), Lane.RELEASED_FOR);
        release(offered.released());
        if (lane.places() == 0) {
            release(lane.empty());
        }
    }

    /** Starts runners until one gets no thread, since the others would get none. */
    private void start(Lane lane, int runners) {
        for (int left = runners; left > 0; left--) {
            if (!threads.start(lane.queue(), () -> keepRunning(lane))) {
                release(lane.runnersFailed(left), Lane.RELEASED_FOR);
                return;
            }
        }
    }

    private void keepRunning(Lane lane) {
        Runner runner = holdings.enter();
        try {
            List<ClaimedJob> next = taken(lane, lane.first());
            while (!next.isEmpty() && run(lane, runner, next)) {
                next = taken(lane, lane.next());
            }
        } finally {
            holdings.leave(runner);
            jobs.leave();
        }
    }

    private List<ClaimedJob> taken(Lane lane, List<ClaimedJob> next) {
        if (lane.hasRoom()) {
            onCapacity.accept(lane.queue());
        }
        return next;
    }

    /** Puts back jobs that other nodes may run by now. They wait until the next heartbeat, which resumes them or drops them. */
    private void putBack(Lane lane, List<ClaimedJob> unstarted) {
        if (!holdings.holdsAll(unstarted)) {
            // the worker was lost meanwhile, or the claims of some
            dropLost(unstarted);
            lane.dropped(unstarted);
            offer(lane, List.of());
        } else if (!lane.putBack(unstarted)) {
            release(unstarted);
        } else if (jobs.mayStart() || !holdings.holdsAll(unstarted)) {
            offer(lane, List.of());
        }
    }

    /** Forgets jobs whose claims are lost, and releases the others that were taken together with them. */
    private void dropLost(List<ClaimedJob> jobs) {
        List<ClaimedJob> standing = new ArrayList<>();
        for (ClaimedJob job : jobs) {
            if (holdings.holds(job.fence())) {
                standing.add(job);
            } else {
                holdings.settled(job.fence());
            }
        }
        release(standing);
    }

    /** Runs jobs; returns whether the runner goes on. It does not if the jobs may not start, or if it was given up and replaced meanwhile. */
    private boolean run(Lane lane, Runner runner, List<ClaimedJob> claimed) {
        ActiveRun run = holdings.begin(runner, claimed);
        if (run.hasAny(ClaimedJob::isUnread) && !jobs.mayStart()) {
            return abandoned(lane, run);
        }
        Optional<List<JobResult>> notStarted = prepared(run);
        // reading payloads takes time; the lease comes before the jobs, since a worker that was lost gets a new one
        if (!jobs.mayStart(run.begin()) && notStarted.isEmpty()) {
            return abandoned(lane, run);
        }
        if (!holdings.holdsAll(run.jobs())) {
            run.end();
            dropLost(claimed);
            return true;
        }
        List<JobResult> results = notStarted.orElseGet(() -> results(lane, run));
        if (!settler.accept(run, results)) {
            lane.returned(run);
            continueWith(lane);
            return false;
        }
        lane.ran(claimed.size(), run.nanos());
        run.notifyEnded(results);
        return true;
    }

    private boolean abandoned(Lane lane, ActiveRun run) {
        run.end();
        putBack(lane, run.claimed());
        return false;
    }

    private Optional<List<JobResult>> prepared(ActiveRun run) {
        try {
            return jobs.prepare(run);
        } catch (Throwable e) {
            return Optional.of(afterAccident(run, e));
        }
    }

    private List<JobResult> results(Lane lane, ActiveRun run) {
        try {
            deadlines.watch(run, jobs.timeout(run), () -> giveUp(lane, run));
            return jobs.run(run);
        } catch (Throwable e) {
            return afterAccident(run, e);
        }
    }

    /** Releases the jobs of a run that failed outside its handler. They wait, or a job that always fails so would keep the engine busy. */
    private List<JobResult> afterAccident(ActiveRun run, Throwable accident) {
        try {
            seldom.error(
                    accident.getClass().getName(),
                    "Running job {} failed outside its handler; it is released and tried again in {}",
                    run.claimed().get(0).id(),
                    DurationText.of(AFTER_ACCIDENT),
                    LoggedFailure.withoutMessages(accident));
        } catch (Throwable e) {
            // the log itself may be the accident; the job is released all the same
        }
        String reason =
                "Running it failed outside its handler: " + accident.getClass().getName();
        return run.results(new Outcome.HandedBack(AFTER_ACCIDENT, reason));
    }

    /** Gives up a run whose handler ignores its interruption. A run that ends the process is kept, since this worker ends too. */
    private void giveUp(Lane lane, ActiveRun run) {
        if (!run.endsProcess()) {
            replace(lane, run);
        }
        // also if the handler has just returned: it counted as lost until then, and the lane had less room
        continueWith(lane);
    }

    /** Ends the run with failed results. Another runner replaces that of the run unless too many are lost already. */
    private void replace(Lane lane, ActiveRun run) {
        List<JobResult> results = jobs.givenUp(run);
        lane.giveUp(run);
        if (!settler.accept(run, results)) {
            lane.returned(run);
            return;
        }
        lane.runnerLost();
        log.warn(
                "The handler of job {} ({}) ignores its interruption and is given up; its thread is lost until it returns. The queue"
                        + " '{}' may run {} jobs at once here beside those that were given up",
                run.claimed().get(0).id(),
                LogText.of(run.type()),
                LogText.of(lane.queue()),
                lane.places());
        notifyApart(run, results);
    }

    /** Releases the jobs of a handler that ignores its interruption while its worker ends, so that another worker may run them. */
    public void releaseInterrupted(ActiveRun run) {
        List<JobResult> results = run.results(Outcome.Interrupted.PLAIN);
        if (settler.accept(run, results)) {
            log.warn(
                    "The handler of job {} ({}) still runs though its worker ends; the job is released",
                    run.claimed().get(0).id(),
                    LogText.of(run.type()));
            notifyApart(run, results);
        }
    }

    /** Notifies listeners on a thread of its own. They are code of the application, for which the threads that watch all runs must not wait. */
    private void notifyApart(ActiveRun run, List<JobResult> results) {
        threads.start(run.claimed().get(0).queue(), () -> run.notifyEnded(results));
    }

    private void continueWith(Lane lane) {
        offer(lane, List.of());
        onCapacity.accept(lane.queue());
    }

    /** Releases jobs that were claimed and cannot run here. */
    public void releaseForeign(Collection<ClaimedJob> claimed, Duration delay) {
        holdings.claimed(claimed);
        release(claimed, delay);
    }

    /** Releases the jobs that wait for this queue, if it is served here. */
    public void releaseWaiting(String queue) {
        Lane lane = lanes.get(queue);
        if (lane != null) {
            release(lane.empty());
        }
    }

    public void releaseWaiting() {
        lanes.values().forEach(lane -> release(lane.empty()));
    }

    public void release(Collection<ClaimedJob> unstarted) {
        release(unstarted, Duration.ZERO);
    }

    /** Releases jobs that were not started; they are due again after a while, so that another node may claim them. */
    public void release(Collection<ClaimedJob> unstarted, Duration delay) {
        if (!unstarted.isEmpty()) {
            Outcome outcome = new Outcome.HandedBack(delay, null);
            settler.settle(
                    unstarted.stream().map(job -> Settlement.of(job, outcome)).toList());
        }
    }

    /** Starts the next suspect of any lane. */
    public void startSuspect() {
        lanes.values().stream().filter(Lane::hasSuspects).forEach(lane -> offer(lane, List.of()));
    }

    /** Starts the jobs that wait, since the worker is known to live. */
    public void resume() {
        lanes.values().forEach(lane -> offer(lane, List.of()));
    }

    /** Drops all jobs, since the worker was declared dead. Holdings come first, so that a job that a runner puts back meanwhile is not held. */
    public void drop() {
        holdings.forgetAll();
        lanes.values().forEach(Lane::empty);
    }

    public boolean idle() {
        return lanes.values().stream().allMatch(Lane::idle);
    }

    /** Returns the number of runners without those whose handlers were given up. */
    public int running() {
        return lanes.values().stream().mapToInt(Lane::running).sum();
    }

    /** Returns how long nothing is claimed because the JVM gave no thread; zero if it gave one. */
    public Duration pauseLeft() {
        return threads.pauseLeft();
    }

    public Map<String, Integer> threadsLost() {
        return lanes.values().stream()
                .flatMap(lane -> lane.lost().stream())
                .collect(Collectors.toMap(type -> type, type -> 1, Integer::sum));
    }

    public Map<String, String> shortages() {
        Map<String, String> shortages = new TreeMap<>();
        for (Lane lane : lanes.values()) {
            if (lane.places() < lane.concurrency()) {
                shortages.put(
                        "queue " + lane.queue(),
                        "runs " + lane.places() + " of " + lane.concurrency()
                                + " jobs at once: handlers that ignore their interruption hold the other threads");
            }
        }
        if (!threads.pauseLeft().isZero()) {
            shortages.put("threads", "the JVM gave no thread for a handler; jobs are left to other nodes for a while");
        }
        return shortages;
    }

    /**
     * Releases jobs that wait here too long, since another node may be free: suspects behind one that has run since the last turn, and jobs that were
     * claimed ahead of handlers that have become slow.
     */
    public static final class OverdueJobs implements Step {

        private static final Duration INTERVAL = Duration.ofMillis(500);

        private final LaneRunners runners;
        private final SuspectGate gate;
        private final JobSignal here;
        private final Ticker ticker;
        private @Nullable Fence inside;
        private long lastTurnNanos;

        /** Creates the step. It wakes this node for released jobs; the settler wakes other nodes once they are released. */
        public OverdueJobs(LaneRunners runners, SuspectGate gate, JobSignal here, Ticker ticker) {
            this.runners = runners;
            this.gate = gate;
            this.here = here;
            this.ticker = ticker;
            this.lastTurnNanos = ticker.nanos();
        }

        @Override
        public Duration turn() {
            long passed = ticker.nanos() - lastTurnNanos;
            if (passed >= INTERVAL.toNanos()) {
                lastTurnNanos += passed;
                runners.lanes().values().forEach(lane -> releaseOverdue(lane, passed));
            }
            releaseSuspects();
            return INTERVAL;
        }

        private void releaseOverdue(Lane lane, long nanos) {
            List<ClaimedJob> overdue = lane.takeOverdue(nanos);
            if (!overdue.isEmpty()) {
                runners.release(overdue);
                here.jobsAvailable(ReadyJobs.outOfTurn(lane.queue()));
            }
        }

        private void releaseSuspects() {
            Fence last = inside;
            inside = gate.inside();
            if (inside != null && inside.equals(last)) {
                runners.lanes().values().forEach(lane -> runners.release(lane.takeSuspects(), Lane.RELEASED_FOR));
            }
        }
    }

    /**
     * Starts threads that run code of the application. When the JVM gives none, the worker claims nothing for a while; this pause grows until the JVM
     * gives one again.
     */
    public static final class RunnerThreads {

        private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
        private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

        private final Executor executor;
        private final Ticker ticker;
        private final SeldomLog seldom;
        private final Backoff backoff = new Backoff(
                FIRST_PAUSE, LONGEST_PAUSE, () -> ThreadLocalRandom.current().nextLong());
        private long pauseUntilNanos;

        public RunnerThreads(Executor executor, Ticker ticker) {
            this.executor = executor;
            this.ticker = ticker;
            this.seldom = new SeldomLog(log, ticker);
            this.pauseUntilNanos = ticker.nanos();
        }

        /** Runs this for a queue. Returns whether there was a thread for it. */
        boolean start(String queue, Runnable task) {
            try {
                executor.execute(task);
            } catch (RuntimeException | Error e) {
                pause();
                seldom.warn(
                        "thread",
                        "The JVM gives no thread for the queue '{}'; jobs that wait go back to other nodes, and this one claims none for a while",
                        LogText.of(queue),
                        LoggedFailure.of(e));
                return false;
            }
            synchronized (this) {
                // the next pause is a short one; one that has begun goes on, since the JVM may not give a second thread
                // yet
                backoff.reset();
            }
            return true;
        }

        private synchronized void pause() {
            if (pauseLeft().isZero()) {
                pauseUntilNanos = ticker.nanos() + backoff.afterFailure().toNanos();
            }
        }

        public synchronized Duration pauseLeft() {
            return Duration.ofNanos(Math.max(0, pauseUntilNanos - ticker.nanos()));
        }
    }
}
