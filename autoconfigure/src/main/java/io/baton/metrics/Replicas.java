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
 * Computes how many nodes the jobs of each queue need, from samples of the cluster. The duration of jobs, and the share of claimed jobs that run, are
 * those of this node: other nodes may run more or fewer of the same jobs.
 */
public final class Replicas {

    private static final double NANOS = 1e9;

    private final Supplier<Map<String, QueueWork>> work;
    private final ToIntFunction<String> concurrency;
    private final double targetWait;
    private final Ticker ticker;
    private final Map<String, State> states = new HashMap<>();

    /**
     * Creates the computation without any history.
     *
     * @param work the runs of this node, by queue
     * @param concurrency how many calls of a queue's handlers may run at once on a node
     * @param targetWait for how many seconds a due job may wait
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

    /** Returns how many nodes each queue of a sample needs, in the order of the queues. The history of all other queues is dropped. */
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

    /** Returns how many nodes a queue needs. Jobs that wait for permits, or whose queue is paused, do not count as backlog. */
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

    /** The runs of a queue on this node. Each sample has a little more weight than the one before. */
    private static final class OwnRuns {

        private static final double KEPT = 0.97;

        /** The largest weight of one sample, in jobs. Without it many fast jobs would hide slow ones for a long time. */
        private static final double MOST_JOBS = 1_000;

        private Times last = QueueWork.NONE.calls();
        private double jobs;
        private double seconds;
        private double running;
        private double held;

        void add(QueueWork work) {
            Times calls = work.calls();
            // a restarted worker counts from zero
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

        /** Returns for how long a job keeps a place busy on average, which is its part of a call with several jobs; 0 if none has run. */
        double secondsPerJob() {
            return jobs == 0 ? 0 : seconds / jobs;
        }

        /** Returns how many places a claimed job keeps busy on average: less than one if jobs wait in memory, or one call runs several. */
        double share() {
            return Math.min(1, (running + 1) / (held + 1));
        }
    }
}
