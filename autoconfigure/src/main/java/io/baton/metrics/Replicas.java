package io.baton.metrics;

import io.baton.loop.Ticker;
import io.baton.metrics.QueueNeed.Seen;
import io.baton.monitor.Monitor.QueueStatus;
import io.baton.worker.WorkerReport.QueueWork;
import io.baton.worker.WorkerReport.Times;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How many nodes the jobs of each queue need, by samples of the cluster. How long jobs take, and which part of those that are claimed is running, is
 * taken from the runs of this node: other nodes may run more or fewer of the same jobs.
 */
public final class Replicas {

    private static final double NANOS = 1e9;

    private final Supplier<Map<String, QueueWork>> work;
    private final ToIntFunction<String> concurrency;
    private final double targetWait;
    private final Ticker ticker;
    private final Map<String, State> states = new HashMap<>();

    /**
     * Creates them without any history.
     *
     * @param work what this node runs, by queue
     * @param concurrency how many calls of a queue's handlers may run at once on a node
     * @param targetWait for how many seconds a job that is due may wait
     */
    public Replicas(
            Supplier<Map<String, QueueWork>> work,
            ToIntFunction<String> concurrency,
            double targetWait,
            Ticker ticker) {
        this.work = work;
        this.concurrency = concurrency;
        this.targetWait = targetWait;
        this.ticker = ticker;
    }

    private record State(QueueNeed need, OwnRuns runs) {}

    /** Returns how many nodes each of the queues of this sample needs, in their order. The history of all other queues is dropped. */
    synchronized Map<String, Integer> wanted(List<QueueStatus> queues) {
        Map<String, QueueWork> own = work.get();
        Map<String, Integer> wanted = new LinkedHashMap<>();
        for (QueueStatus queue : queues) {
            State state =
                    states.computeIfAbsent(queue.queue(), fresh -> new State(new QueueNeed(targetWait), new OwnRuns()));
            state.runs().add(own.getOrDefault(queue.queue(), QueueWork.NONE));
            wanted.put(queue.queue(), wanted(queue, state));
        }
        states.keySet().retainAll(wanted.keySet());
        return wanted;
    }

    /** Jobs that wait for permits are no backlog: they are ready once they have them. Those of a paused queue are none until it is resumed. */
    private int wanted(QueueStatus queue, State state) {
        int places = Math.max(1, concurrency.applyAsInt(queue.queue()));
        double ready = queue.paused() ? 0 : queue.ready();
        double busy = Math.min(queue.claimed() * state.runs().share(), (double) queue.workers() * places);
        return state.need()
                .next(new Seen(
                        ticker.nanos() / NANOS,
                        queue.workers(),
                        places,
                        busy,
                        ready + queue.claimed() - busy,
                        state.runs().secondsPerJob(),
                        seconds(queue.oldestDue()),
                        queue.waitingForPermits() > 0));
    }

    private static double seconds(@Nullable Duration duration) {
        return duration == null ? 0 : duration.toNanos() / NANOS;
    }

    /** What this node ran of a queue; each sample counts a little more than the one before. */
    private static final class OwnRuns {

        private static final double KEPT = 0.97;

        /** How many jobs one sample counts for at most, or a flood of fast jobs would hide slow ones for long. */
        private static final double MOST_JOBS = 1_000;

        private Times last = QueueWork.NONE.calls();
        private double jobs;
        private double seconds;
        private double running;
        private double held;

        void add(QueueWork work) {
            Times calls = work.calls();
            // a worker that was started again counts anew
            Times before = calls.count() < last.count() ? QueueWork.NONE.calls() : last;
            long ran = calls.count() - before.count();
            last = calls;
            if (ran > 0) {
                double weight = Math.min(1, MOST_JOBS / ran);
                jobs = jobs * KEPT + ran * weight;
                seconds = seconds * KEPT + calls.total().minus(before.total()).toNanos() / NANOS * weight;
            }
            if (work.held() > 0) {
                running = running * KEPT + work.running();
                held = held * KEPT + work.held();
            }
        }

        /** Returns for how long a job takes a place on average: its part of a call that runs several; 0 if none has run. */
        double secondsPerJob() {
            return jobs == 0 ? 0 : seconds / jobs;
        }

        /** Returns how many places a claimed job takes on average: less than one if jobs wait in memory, or one call runs several. */
        double share() {
            return Math.min(1, (running + 1) / (held + 1));
        }
    }
}
