package io.baton.metrics;

import io.baton.RunOutcome;
import io.baton.enqueue.EnqueueListener;
import io.baton.job.ClaimedJob;
import io.baton.recurring.FireSchedules.TickListener;
import io.baton.worker.run.RunListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts jobs: {@code baton.jobs.enqueued}, {@code baton.jobs.kept}, and {@code baton.jobs.ended} by outcome. {@code baton.jobs.wait} is the time
 * from when they are due to their start. {@code baton.recurring.fired} and {@code baton.recurring.missed} count ticks of recurring jobs. The
 * observation of a call measures its duration.
 */
public final class RunMeters implements RunListener, EnqueueListener, TickListener {

    /** Bounds the tags in the registry, since an application may derive names of queues from data. */
    private static final int MOST_PAIRS = 1_000;

    private static final int MOST_RECURRING = 200;
    private static final Tags OTHERS = Tags.of("type", "other", "queue", "other");

    private final MeterRegistry registry;
    private final Map<Pair, Tags> tags = new ConcurrentHashMap<>();
    private final MeterProvider<Counter> enqueued;
    private final MeterProvider<Counter> kept;
    private final MeterProvider<Timer> waits;
    private final MeterProvider<Counter> ended;
    private final Set<String> recurring = ConcurrentHashMap.newKeySet();

    public RunMeters(MeterRegistry registry) {
        this.registry = registry;
        this.enqueued = Counter.builder("baton.jobs.enqueued")
                .description("Jobs that were enqueued here, counted after the commit")
                .withRegistry(registry);
        this.kept = Counter.builder("baton.jobs.kept")
                .description("Enqueues of unique jobs here for which an existing job stands")
                .withRegistry(registry);
        this.waits = Timer.builder("baton.jobs.wait")
                .description("From the time at which a job is due to its start")
                .withRegistry(registry);
        this.ended = Counter.builder("baton.jobs.ended")
                .description("Runs of jobs that ended here, by outcome")
                .withRegistry(registry);
    }

    private record Pair(String type, String queue) {}

    private Tags tags(String type, String queue) {
        Pair pair = new Pair(type, queue);
        Tags known = tags.get(pair);
        return known != null || tags.size() >= MOST_PAIRS
                ? Objects.requireNonNullElse(known, OTHERS)
                : tags.computeIfAbsent(pair, fresh -> Tags.of("type", type, "queue", queue));
    }

    @Override
    public void enqueued(String type, String queue, long jobs) {
        enqueued.withTags(tags(type, queue)).increment((double) jobs);
    }

    @Override
    public void kept(String type, String queue, long jobs) {
        kept.withTags(tags(type, queue)).increment((double) jobs);
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        waits.withTags(tags(job.type(), job.queue())).record(waited);
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        String name = outcome.name().toLowerCase(Locale.ROOT);
        ended.withTags(tags(job.type(), job.queue()).and("outcome", name)).increment();
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
}
