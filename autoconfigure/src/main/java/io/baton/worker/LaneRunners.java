package io.baton.worker;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.loop.DurationText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps each lane's runners going: a runner takes the lane's next jobs, runs them, hands over what they came to, and ends when there are none. */
final class LaneRunners {

    private static final Logger log = LoggerFactory.getLogger(LaneRunners.class);
    private static final Duration AFTER_ACCIDENT = Duration.ofSeconds(10);

    private final Map<String, Lane> lanes;
    private final Executor executor;
    private final JobExecutor jobRunner;
    private final Settler settler;
    private final Holdings holdings;
    private final Deadlines deadlines;
    private final Ticker ticker;
    private final Lease lease;
    private final ProcessEnd processEnd;
    private final Map<String, Integer> threadsLost = new ConcurrentHashMap<>();
    private volatile Consumer<String> onRoom = queue -> {};

    LaneRunners(
            Map<String, Lane> lanes,
            Executor executor,
            JobExecutor jobRunner,
            Settler settler,
            Holdings holdings,
            Deadlines deadlines,
            Ticker ticker,
            Lease lease,
            ProcessEnd processEnd) {
        this.lanes = lanes;
        this.executor = executor;
        this.jobRunner = jobRunner;
        this.settler = settler;
        this.holdings = holdings;
        this.deadlines = deadlines;
        this.ticker = ticker;
        this.lease = lease;
        this.processEnd = processEnd;
    }

    /** Calls this when a lane may want more jobs. */
    void onRoom(Consumer<String> onRoom) {
        this.onRoom = onRoom;
    }

    Map<String, Lane> lanes() {
        return lanes;
    }

    /** Takes claimed jobs of a queue. */
    void accept(String queue, Collection<ClaimedJob> jobs) {
        holdings.claimed(jobs);
        try {
            offer(queue, lane(queue), jobs);
        } catch (Throwable e) {
            // such as too little memory: what is not held any more is not started, and is handed back as nobody's
            jobs.forEach(job -> holdings.settled(job.fence()));
            throw e;
        }
    }

    private void offer(String queue, Lane lane, Collection<ClaimedJob> jobs) {
        Lane.Offered offered = lane.offer(jobs);
        for (int i = 0; i < offered.runners(); i++) {
            start(queue, lane);
        }
        handBack(offered.refused(), offered.elsewhere());
        if (lane.isStuck()) {
            handBack(lane.empty());
        }
    }

    /** The next suspect may start, in whichever lane one waits. */
    void startSuspect() {
        lanes.forEach((queue, lane) -> {
            if (!lane.suspects().isEmpty()) {
                offer(queue, lane, List.of());
            }
        });
    }

    /** Starts what waited because nobody knew whether the worker still lives. */
    void resume() {
        lanes.forEach((queue, lane) -> offer(queue, lane, List.of()));
    }

    private Lane lane(String queue) {
        Lane lane = lanes.get(queue);
        if (lane == null) {
            throw new IllegalArgumentException("This worker does not serve the queue '" + queue + "'");
        }
        return lane;
    }

    private void start(String queue, Lane lane) {
        try {
            executor.execute(() -> keepRunning(queue, lane));
        } catch (RuntimeException | Error e) {
            log.warn(
                    "No thread could be had for the queue '{}'; its waiting jobs are handed back",
                    LogText.of(queue),
                    LoggedFailure.of(e));
            lane.runnerFailed();
            handBack(lane.empty());
        }
    }

    private void keepRunning(String queue, Lane lane) {
        List<ClaimedJob> jobs = lane.next();
        while (!jobs.isEmpty()) {
            onRoom.accept(queue);
            if (!lease.isValid()) {
                putBack(queue, lane, jobs);
                return;
            }
            if (!run(queue, lane, jobs)) {
                return;
            }
            jobs = lane.next();
        }
        onRoom.accept(queue);
    }

    /** Others may run these by now: they wait until the worker has beaten, which resumes them or drops them. */
    private void putBack(String queue, Lane lane, List<ClaimedJob> jobs) {
        if (!holdings.holdsAll(jobs)) {
            // the worker was lost meanwhile
            jobs.forEach(job -> holdings.settled(job.fence()));
            lane.dropped(jobs);
            offer(queue, lane, List.of());
        } else if (!lane.putBack(jobs)) {
            handBack(jobs);
        } else if (lease.isValid() || !holdings.holdsAll(jobs)) {
            offer(queue, lane, List.of());
        }
    }

    /** Answers whether the runner goes on; it does not if it was given up and replaced meanwhile. */
    private boolean run(String queue, Lane lane, List<ClaimedJob> jobs) {
        ActiveRun run = new ActiveRun(jobs, Thread.currentThread(), processEnd);
        holdings.started(run);
        Optional<List<Settlement>> notStarted = prepared(run);
        // reading payloads takes time: the lease first, since a worker that was lost has a new one
        if (notStarted.isEmpty() && !lease.isValid()) {
            run.end();
            holdings.ended(run);
            putBack(queue, lane, jobs);
            return false;
        }
        jobs.stream().map(ClaimedJob::fence).filter(fence -> !run.holds(fence)).forEach(holdings::settled);
        if (!holdings.holdsAll(run.jobs())) {
            run.end();
            holdings.ended(run);
            jobs.forEach(job -> holdings.settled(job.fence()));
            return true;
        }
        long start = ticker.nanos();
        List<Settlement> settlements;
        try {
            settlements = notStarted.orElseGet(() -> run(queue, lane, run));
        } catch (Throwable e) {
            log.error(
                    "Running job {} failed outside its handler; it is handed back and tried again in {}",
                    jobs.get(0).id(),
                    DurationText.of(AFTER_ACCIDENT),
                    LoggedFailure.withoutMessages(e));
            settlements = afterAccident(run, e);
        }
        if (!run.end()) {
            threadFound(queue, lane, run);
            return false;
        }
        holdings.ended(run);
        lane.ran(jobs.size(), ticker.nanos() - start);
        finish(run, settlements);
        return true;
    }

    private Optional<List<Settlement>> prepared(ActiveRun run) {
        try {
            return jobRunner.prepare(run);
        } catch (Throwable e) {
            return Optional.of(afterAccident(run, e));
        }
    }

    private List<Settlement> run(String queue, Lane lane, ActiveRun run) {
        deadlines.watch(run, jobRunner.timeout(run), () -> giveUp(queue, lane, run));
        return jobRunner.run(run);
    }

    /** The handler does not return: its job goes back, and another runner takes its place unless too many are lost already. */
    private void giveUp(String queue, Lane lane, ActiveRun run) {
        if (run.endsProcess()) {
            // for good: neither the process nor this worker goes on
            return;
        }
        List<Settlement> settlements = jobRunner.givenUp(run);
        // before the end, since the runner counts down once it finds that it was given up
        threadsLost.merge(run.type(), 1, Integer::sum);
        if (!run.end()) {
            countFound(run);
            return;
        }
        boolean replaced = lane.runnerLost();
        log.warn(
                "The handler of job {} ({}) ignores its interruption and is given up; its thread is lost until it returns. The queue"
                        + " '{}' {} and runs {} jobs at once here",
                run.jobs().get(0).id(),
                LogText.of(run.type()),
                LogText.of(queue),
                replaced ? "goes on with another thread" : "has lost too many threads to replace this one too",
                lane.places());
        holdings.ended(run);
        finish(run, settlements);
        goOn(queue, lane);
    }

    /** A handler that was given up has returned. */
    private void threadFound(String queue, Lane lane, ActiveRun run) {
        countFound(run);
        lane.runnerFound();
        goOn(queue, lane);
    }

    private void countFound(ActiveRun run) {
        threadsLost.computeIfPresent(run.type(), (type, lost) -> lost == 1 ? null : lost - 1);
    }

    private void goOn(String queue, Lane lane) {
        offer(queue, lane, List.of());
        onRoom.accept(queue);
    }

    /** The handler ignores its interruption and its worker ends: another one may run the jobs. */
    void giveBackInterrupted(ActiveRun run) {
        if (run.end()) {
            log.warn(
                    "The handler of job {} ({}) still runs though its worker ends; the job is handed back",
                    run.jobs().get(0).id(),
                    LogText.of(run.type()));
            holdings.ended(run);
            finish(run, run.settlements(Outcome.Interrupted.PLAIN));
        }
    }

    /** Queues that run fewer jobs at once than they may, with the reason. */
    Map<String, String> shortOfThreads() {
        Map<String, String> shortages = new TreeMap<>();
        lanes.forEach((queue, lane) -> {
            int places = lane.places();
            if (places < lane.concurrency()) {
                shortages.put(
                        "queue " + queue,
                        "runs " + places + " of " + lane.concurrency()
                                + " jobs at once: handlers that ignore their interruption hold the other threads");
            }
        });
        return shortages;
    }

    /** How many handlers were given up and have not returned, by job type. */
    Map<String, Integer> threadsLost() {
        return Map.copyOf(threadsLost);
    }

    /** What is not in the settlements was settled by the handler's own transaction. */
    private void finish(ActiveRun run, List<Settlement> settlements) {
        List<Settlement> ours = run.stopReason() == StopReason.LOST ? List.of() : settlements;
        if (ours.size() < run.claimed().size()) {
            Set<Fence> toSettle = ours.stream().map(Settlement::fence).collect(Collectors.toSet());
            run.claimed().stream()
                    .map(ClaimedJob::fence)
                    .filter(fence -> !toSettle.contains(fence))
                    .forEach(holdings::settled);
        }
        settler.settle(ours);
    }

    /** Gives jobs back that were claimed, and are nothing for this worker. */
    void giveBack(Collection<ClaimedJob> jobs, Duration elsewhere) {
        holdings.claimed(jobs);
        handBack(jobs, elsewhere);
    }

    /** Gives jobs back that were not started. */
    void handBack(Collection<ClaimedJob> jobs) {
        handBack(jobs, Duration.ZERO);
    }

    /** Gives jobs back that were not started, for another worker; this one may have them again after a while. */
    void handBack(Collection<ClaimedJob> jobs, Duration elsewhere) {
        Outcome outcome = new Outcome.HandedBack(elsewhere, null);
        settler.settle(jobs.stream().map(job -> Settlement.of(job, outcome)).toList());
    }

    /** Not at once, or a job that always fails so would keep the engine busy with nothing else. */
    private static List<Settlement> afterAccident(ActiveRun run, Throwable accident) {
        String reason =
                "Running it failed outside its handler: " + accident.getClass().getName();
        return run.settlements(new Outcome.HandedBack(AFTER_ACCIDENT, reason));
    }

    /** Whether nothing runs and nothing waits. */
    boolean idle() {
        return lanes.values().stream().allMatch(Lane::idle);
    }

    /** How many runners there are, whose handlers were not given up. */
    int running() {
        return lanes.values().stream().mapToInt(Lane::running).sum();
    }
}
