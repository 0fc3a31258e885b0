package io.baton.metrics;

import io.baton.monitor.Monitor.LimitUse;
import io.baton.monitor.Monitor.Sample;
import io.baton.monitor.QueueStatus;
import io.baton.monitor.Sampler;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the meters of the cluster. Only one node at a time does, so that a sum over the nodes is right.
 *
 * @param concurrency how many calls of a queue's handlers may run at once on a node
 */
public record ClusterMeters(Sampler sampler, ToIntFunction<String> concurrency) implements MeterBinder {

    private static final int MOST_QUEUES = 200;
    private static final double NANOS = 1e9;

    @Override
    public void bindTo(MeterRegistry registry) {
        perQueue(registry);
        perLimit(registry);
        one(registry, "baton.workers", "Workers that live", Sample::workers);
        one(registry, "baton.batches.open", "Batches that are not complete, of the newest 10,000", Sample::openBatches);
        one(
                registry,
                "baton.batches.stuck",
                "Batches that cannot go on since jobs of theirs are dead, ten at most",
                each -> each.stuckBatches().size());
        one(registry, "baton.sequences.blocked", "Sequences that dead jobs block", Sample::blockedSequences);
        gauge(
                registry,
                MultiGauge.builder("baton.sequences.blocked.oldest")
                        .description("For how long the sequence has been blocked that is blocked longest")
                        .baseUnit("seconds"),
                sample -> Stream.of(Row.of(Tags.empty(), seconds(sample.longestBlock()))));
    }

    private void perQueue(MeterRegistry registry) {
        MultiGauge depth = MultiGauge.builder("baton.queue.depth")
                .description("Jobs of a queue by state, counted up to 100,001")
                .baseUnit("jobs")
                .register(registry);
        MultiGauge oldest = MultiGauge.builder("baton.queue.oldest.due")
                .description("For how long the job has been due that is ready longest")
                .baseUnit("seconds")
                .register(registry);
        MultiGauge paused = MultiGauge.builder("baton.queue.paused")
                .description("Whether a queue is paused: 1 or 0")
                .register(registry);
        MultiGauge load = MultiGauge.builder("baton.queue.load")
                .description("Nodes that the claimed and ready jobs of a queue fill by its concurrency")
                .register(registry);
        MultiGauge shares = MultiGauge.builder("baton.queue.shares")
                .description("Shares of a queue with ready jobs, counted up to 100")
                .register(registry);
        MultiGauge largest = MultiGauge.builder("baton.queue.shares.largest")
                .description("Claimed jobs of the share that has most of a queue")
                .baseUnit("jobs")
                .register(registry);
        sampler.onSample(sample -> {
            shares.register(rows(sample, queue -> ofShares(queue, queue.shares())), true);
            largest.register(rows(sample, queue -> ofShares(queue, queue.claimedOfLargestShare())), true);
            depth.register(rows(sample, ClusterMeters::depths), true);
            oldest.register(rows(sample, queue -> Stream.of(row(queue.queue(), seconds(queue.oldestDue())))), true);
            paused.register(rows(sample, queue -> Stream.of(row(queue.queue(), queue.paused() ? 1 : 0))), true);
            load.register(rows(sample, queue -> Stream.of(row(queue.queue(), load(queue)))), true);
        });
    }

    /** Returns the rows of queues; none while another node samples. */
    private static List<Row<?>> rows(@Nullable Sample sample, Function<QueueStatus, Stream<Row<?>>> rows) {
        return sample == null
                ? List.of()
                : sample.queues().stream().limit(MOST_QUEUES).flatMap(rows).toList();
    }

    /** Returns how many nodes the jobs that run or may run fill. */
    private double load(QueueStatus queue) {
        long startable = queue.paused() || queue.closedUntil() != null ? 0 : queue.ready();
        return (double) (queue.claimed() + startable) / concurrency.applyAsInt(queue.queue());
    }

    private static Stream<Row<?>> depths(QueueStatus queue) {
        return Stream.of(
                depth(queue, "ready", queue.ready()),
                depth(queue, "scheduled", queue.scheduled()),
                depth(queue, "waiting", queue.waitingForPermits()),
                depth(queue, "suspended", queue.suspended()),
                depth(queue, "claimed", queue.claimed()),
                depth(queue, "dead", queue.dead()));
    }

    private static Row<?> depth(QueueStatus queue, String state, long jobs) {
        return Row.of(Tags.of("queue", queue.queue(), "state", state), jobs);
    }

    /** Returns a row of a queue if it has shares. */
    private static Stream<Row<?>> ofShares(QueueStatus queue, long value) {
        return queue.shares() + queue.claimedOfLargestShare() == 0
                ? Stream.empty()
                : Stream.of(row(queue.queue(), (double) value));
    }

    private static Row<?> row(String queue, double value) {
        return Row.of(Tags.of("queue", queue), value);
    }

    private static double seconds(@Nullable Duration duration) {
        return duration == null ? 0 : duration.toNanos() / NANOS;
    }

    private void perLimit(MeterRegistry registry) {
        perLimit(
                registry,
                "baton.permits.capacity",
                "Permits of a semaphore",
                true,
                use -> Objects.requireNonNullElse(use.capacity(), 0));
        perLimit(registry, "baton.permits.held", "Permits of a semaphore that jobs hold", true, LimitUse::held);
        perLimit(registry, "baton.permits.waiting", "Jobs that wait for a permit", true, LimitUse::waiting);
        perLimit(registry, "baton.rates.waiting", "Jobs that wait for a permit of a rate", false, LimitUse::waiting);
    }

    private void perLimit(
            MeterRegistry registry,
            String name,
            String description,
            boolean semaphores,
            ToDoubleFunction<LimitUse> value) {
        String tag = semaphores ? "semaphore" : "rate";
        gauge(registry, MultiGauge.builder(name).description(description), sample -> sample.limits().stream()
                .filter(use -> semaphores == (use.capacity() != null))
                .map(use -> Row.of(Tags.of(tag, use.name()), value.applyAsDouble(use))));
    }

    private void one(MeterRegistry registry, String name, String description, ToDoubleFunction<Sample> value) {
        gauge(
                registry,
                MultiGauge.builder(name).description(description),
                sample -> Stream.of(Row.of(Tags.empty(), value.applyAsDouble(sample))));
    }

    /** Registers the rows of each sample; there are none while another node samples. */
    private void gauge(MeterRegistry registry, MultiGauge.Builder meter, Function<Sample, Stream<Row<?>>> rows) {
        MultiGauge gauge = meter.register(registry);
        sampler.onSample(sample ->
                gauge.register(sample == null ? List.of() : rows.apply(sample).toList(), true));
    }
}
