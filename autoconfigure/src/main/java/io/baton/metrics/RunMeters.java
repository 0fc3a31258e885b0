package io.baton.metrics;

import io.baton.RunOutcome;
import io.baton.enqueue.EnqueueListener;
import io.baton.job.ClaimedJob;
import io.baton.recurring.FireSchedules.TickListener;
import io.baton.worker.run.RunListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Counts jobs: {@code baton.jobs.enqueued} and {@code baton.jobs.kept}, {@code baton.jobs.wait} from the time at which they are due to their start, and
 * {@code baton.jobs.ended} by outcome. {@code baton.recurring.fired} and {@code baton.recurring.missed} count
 * ticks of recurring jobs. The observation of a call measures its duration.
 */
public final class RunMeters implements RunListener, EnqueueListener, TickListener {

    /** Bounds the names of queues, which may be made from data, in the registry. */
    private static final int MOST_SERIES = 1_000;

    private static final int MOST_RECURRING = 200;

    private final MeterRegistry registry;
    private final Map<Series, Counter> enqueued = new ConcurrentHashMap<>();
    private final Map<Series, Counter> kept = new ConcurrentHashMap<>();
    private final Map<Series, Timer> waits = new ConcurrentHashMap<>();
    private final Map<Series, Counter> ended = new ConcurrentHashMap<>();
    private final Set<String> recurring = ConcurrentHashMap.newKeySet();

    public RunMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** What one meter of a name is about. */
    private record Series(
            String type, String queue, @Nullable RunOutcome outcome) {}

    @Override
    public void enqueued(String type, String queue, long jobs) {
        meter(enqueued, new Series(type, queue, null), this::countEnqueued).increment((double) jobs);
    }

    @Override
    public void kept(String type, String queue, long jobs) {
        meter(kept, new Series(type, queue, null), this::countKept).increment((double) jobs);
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        meter(waits, new Series(job.type(), job.queue(), null), this::timeWaits).record(waited);
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        meter(ended, new Series(job.type(), job.queue(), outcome), this::countEnded)
                .increment();
    }

    @Override
    public void passed(String name, int enqueued, boolean missed) {
        String tag =
                recurring.contains(name) || (recurring.size() < MOST_RECURRING && recurring.add(name)) ? name : "other";
        Counter.builder("baton.recurring.fired")
                .description("Ticks of a recurring job that were given a job here")
                .tags("name", tag)
                .register(registry)
                .increment(enqueued);
        Counter.builder("baton.recurring.missed")
                .description("How often ticks of a recurring job passed without one: too late, too many, or held up")
                .tags("name", tag)
                .register(registry)
                .increment(missed ? 1 : 0);
    }

    private static <M> M meter(Map<Series, M> known, Series series, Function<Series, M> make) {
        M meter = known.get(series);
        if (meter != null) {
            return meter;
        }
        Series bounded = known.size() < MOST_SERIES ? series : new Series("other", "other", series.outcome());
        return known.computeIfAbsent(bounded, make);
    }

    private Counter countEnqueued(Series series) {
        return Counter.builder("baton.jobs.enqueued")
                .description("Jobs that were enqueued here, counted after the commit")
                .tags("type", series.type(), "queue", series.queue())
                .register(registry);
    }

    private Counter countKept(Series series) {
        return Counter.builder("baton.jobs.kept")
                .description("Enqueues of unique jobs here for which an existing job stands")
                .tags("type", series.type(), "queue", series.queue())
                .register(registry);
    }

    private Timer timeWaits(Series series) {
        return Timer.builder("baton.jobs.wait")
                .description("From the time at which a job is due to its start")
                .tags("type", series.type(), "queue", series.queue())
                .register(registry);
    }

    private Counter countEnded(Series series) {
        String outcome =
                series.outcome() == null ? "other" : series.outcome().name().toLowerCase(Locale.ROOT);
        return Counter.builder("baton.jobs.ended")
                .description("Runs of jobs that ended here, by outcome")
                .tags("type", series.type(), "queue", series.queue(), "outcome", outcome)
                .register(registry);
    }
}
