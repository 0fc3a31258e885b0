package io.baton.monitor;

import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.monitor.Monitor.QueueStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the whole cluster for its listeners: on one node only, the one whose worker comes first, every 15 seconds or so seldom that it takes 2 % of
 * the time at most; every minute if it has no listeners. That node warns of queues in which jobs wait though no living worker serves them, of each once
 * an hour. A sample on request is available on any node.
 */
public final class Sampler implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(Sampler.class);
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final Duration WITHOUT_LISTENERS = Duration.ofMinutes(1);
    private static final Duration UNTIL_FIRST = Duration.ofSeconds(2);
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);
    private static final int SHARE = 50;
    private static final int MOST_LIMITS = 100;
    private static final int MOST_STUCK = 10;
    private static final int MINUTES_OF_DEATHS = 5;
    private static final int MOST_UNSERVED = 20;
    private static final Duration WAITING = Duration.ofMinutes(1);
    private static final Duration WARNED_FOR = Duration.ofHours(1);
    private static final Duration KNOWN_FOR = Duration.ofMinutes(3);

    private final Monitor monitor;
    private final BooleanSupplier first;
    private final Ticker ticker;
    private final List<Consumer<@Nullable Sample>> listeners = new CopyOnWriteArrayList<>();
    private boolean published;
    private final Map<String, Long> unservedSince = new HashMap<>();
    private final Map<String, Long> warned = new HashMap<>();
    private volatile Set<String> unserved = Set.of();
    private @Nullable Sample last;
    private volatile long lastNanos;
    private volatile long validNanos;

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
        if (!first.getAsBoolean()) {
            endTurn();
            return UNTIL_FIRST;
        }
        boolean listened = !listeners.isEmpty();
        try {
            Sample taken = listened ? take() : recent();
            published = listened;
            publish(taken);
        } catch (RuntimeException e) {
            endTurn();
            throw e;
        }
        warn();
        return listened ? interval() : WITHOUT_LISTENERS;
    }

    private void warn() {
        long now = ticker.nanos();
        warned.values().removeIf(time -> now - time >= WARNED_FOR.toNanos());
        for (String queue : unserved) {
            if (warned.putIfAbsent(queue, now) == null) {
                log.warn(
                        "Jobs wait in the queue '{}', which no living worker serves. Let a node serve it, by a handler or by"
                                + " baton.queues or baton.worker.queues, or cancel them",
                        LogText.of(queue));
            }
        }
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

    /**
     * Returns queues in which jobs have waited for a minute though no living worker serves them, 20 at most, if this node has sampled within the last
     * minutes.
     */
    public Set<String> unserved() {
        return ticker.nanos() - lastNanos < KNOWN_FOR.toNanos() + validNanos ? unserved : Set.of();
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
        unserved = unserved(taken.queues(), lastNanos);
        return taken;
    }

    /** A node that is about to start, or to be replaced, serves nothing for a moment: only what is found again a while later counts. */
    private Set<String> unserved(List<QueueStatus> queues, long now) {
        Set<String> found = queues.stream()
                .filter(queue -> queue.workers() == 0
                        && queue.oldestDue() != null
                        && queue.oldestDue().compareTo(WAITING) >= 0)
                .map(QueueStatus::queue)
                .limit(MOST_UNSERVED)
                .collect(Collectors.toSet());
        unservedSince.keySet().retainAll(found);
        found.forEach(queue -> unservedSince.putIfAbsent(queue, now));
        return unservedSince.entrySet().stream()
                .filter(queue -> now - queue.getValue() >= INTERVAL.toNanos())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
