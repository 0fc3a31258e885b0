package io.baton.monitor;

import io.baton.loop.LoggedFailure;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the whole cluster for its listeners: on one node only, the one whose worker comes first, every 15 seconds or so seldom that it takes 2 % of
 * the time at most. A sample on request is available on any node.
 */
public final class Sampler implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(Sampler.class);
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final Duration UNTIL_FIRST = Duration.ofSeconds(2);
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);
    private static final int SHARE = 50;
    private static final int MOST_LIMITS = 100;
    private static final int MOST_STUCK = 10;
    private static final int MINUTES_OF_DEATHS = 5;

    private final Monitor monitor;
    private final BooleanSupplier first;
    private final Ticker ticker;
    private final List<Consumer<@Nullable Sample>> listeners = new CopyOnWriteArrayList<>();
    private boolean published;
    private @Nullable Sample last;
    private long lastNanos;
    private long validNanos;

    /**
     * Creates a sampler.
     *
     * @param first whether this node is the one that samples
     */
    public Sampler(Monitor monitor, BooleanSupplier first, Ticker ticker) {
        this.monitor = monitor;
        this.first = first;
        this.ticker = ticker;
    }

    /** Passes each sample to this listener, and null when another node takes over. */
    public void onSample(Consumer<@Nullable Sample> listener) {
        listeners.add(listener);
    }

    @Override
    public Duration sweep() {
        if (listeners.isEmpty()) {
            return INTERVAL;
        }
        if (first.getAsBoolean()) {
            try {
                Sample taken = take();
                published = true;
                publish(taken);
            } catch (RuntimeException e) {
                endTurn();
                throw e;
            }
            return interval();
        }
        endTurn();
        return UNTIL_FIRST;
    }

    /** Publishes that the last sample does not hold any more. */
    private void endTurn() {
        if (published) {
            published = false;
            publish(null);
        }
    }

    /** Publishes a sample. A failure of one listener, such as a registry of meters, does not reach the others. */
    private void publish(@Nullable Sample sample) {
        for (Consumer<@Nullable Sample> listener : listeners) {
            try {
                listener.accept(sample);
            } catch (RuntimeException e) {
                log.debug("A listener of samples failed", LoggedFailure.of(e));
            }
        }
    }

    /** Returns whether this node is the one that samples. */
    boolean isFirst() {
        return first.getAsBoolean();
    }

    /** Returns a sample that is not older than the interval, on any node. */
    public synchronized Sample recent() {
        Sample known = last;
        return known != null && ticker.nanos() - lastNanos < validNanos ? known : take();
    }

    private synchronized Duration interval() {
        return validNanos == 0 ? INTERVAL : Duration.ofNanos(validNanos);
    }

    private synchronized Sample take() {
        long start = ticker.nanos();
        long open = monitor.openBatches();
        Sample taken = new Sample(
                monitor.queues(),
                monitor.living(),
                monitor.permits(MOST_LIMITS),
                monitor.rates(MOST_LIMITS),
                open,
                open == 0 ? List.of() : monitor.stuckBatches(MOST_STUCK),
                monitor.diedWithin(MINUTES_OF_DEATHS));
        lastNanos = ticker.nanos();
        long wanted = Math.max(INTERVAL.toNanos(), (lastNanos - start) * SHARE);
        validNanos = Math.min(wanted, LONGEST_INTERVAL.toNanos());
        last = taken;
        return taken;
    }
}
