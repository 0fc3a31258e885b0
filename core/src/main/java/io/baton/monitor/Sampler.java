package io.baton.monitor;

import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.monitor.Monitor.Sample;
import io.baton.type.NearMiss;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the whole cluster for its listeners. Only the node whose worker is the first does so: every 15 seconds, or less often if samples would take
 * more than 2 % of the time; every minute if it has no listeners. It also warns, once an hour for each queue, of jobs in queues that no living worker
 * serves. Any node returns a sample on request.
 */
public final class Sampler implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(Sampler.class);
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final Duration WITHOUT_LISTENERS = Duration.ofMinutes(1);
    private static final Duration UNTIL_FIRST = Duration.ofSeconds(2);
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);
    private static final int SHARE = 50;
    private static final int MOST_UNSERVED = 20;
    private static final Duration WAITING = Duration.ofMinutes(1);
    private static final Duration WARNED_FOR = Duration.ofHours(1);
    private static final Duration KNOWN_FOR = Duration.ofMinutes(3);

    private final Supplier<Sample> samples;
    private final BooleanSupplier first;
    private final Ticker ticker;
    private final List<Consumer<@Nullable Sample>> listeners = new CopyOnWriteArrayList<>();
    private boolean published;
    private final Map<String, Long> unservedSince = new HashMap<>();
    private final Map<String, Long> warned = new HashMap<>();
    private @Nullable Sample last;
    private long lastNanos;
    private volatile long validNanos;

    public Sampler(Supplier<Sample> samples, BooleanSupplier first, Ticker ticker) {
        this.samples = samples;
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
        Sample taken;
        try {
            taken = listened ? take() : recent();
        } catch (RuntimeException e) {
            endTurn();
            throw e;
        }
        published = listened;
        publish(taken);
        warn(taken);
        return listened ? Duration.ofNanos(validNanos) : WITHOUT_LISTENERS;
    }

    private void warn(Sample sample) {
        Set<String> served = sample.queues().stream()
                .filter(queue -> queue.workers() > 0)
                .map(QueueStatus::queue)
                .collect(Collectors.toSet());
        long now = ticker.nanos();
        warned.values().removeIf(time -> now - time >= WARNED_FOR.toNanos());
        for (String queue : unserved()) {
            if (warned.putIfAbsent(queue, now) == null) {
                log.warn(
                        "Jobs wait in the queue '{}', which no living worker serves.{} Let a node serve it, by a handler or by"
                                + " baton.queues or baton.worker.queues, or cancel them",
                        LogText.of(queue),
                        LogText.of(NearMiss.question(queue, served)));
            }
        }
    }

    /** Publishes null, because this node samples no more. */
    private void endTurn() {
        if (published) {
            published = false;
            publish(null);
        }
    }

    /** Publishes a sample. If a listener fails, such as a registry of meters, the others still get it. */
    private void publish(@Nullable Sample sample) {
        for (Consumer<@Nullable Sample> listener : listeners) {
            try {
                listener.accept(sample);
            } catch (RuntimeException e) {
                log.debug("A listener of samples failed", LoggedFailure.of(e));
            }
        }
    }

    boolean isFirst() {
        return first.getAsBoolean();
    }

    /** Returns a sample that is not older than the present interval, on any node. */
    public synchronized Sample recent() {
        Sample known = last;
        return known != null && ticker.nanos() - lastNanos < validNanos ? known : take();
    }

    private synchronized Sample take() {
        long start = ticker.nanos();
        Sample taken = samples.get();
        lastNanos = ticker.nanos();
        long wanted = Math.max(INTERVAL.toNanos(), (lastNanos - start) * SHARE);
        validNanos = Math.min(wanted, LONGEST_INTERVAL.toNanos());
        last = taken;
        Set<String> found = taken.queues().stream()
                .filter(queue -> queue.workers() == 0
                        && queue.oldestDue() != null
                        && queue.oldestDue().compareTo(WAITING) >= 0)
                .map(QueueStatus::queue)
                .limit(MOST_UNSERVED)
                .collect(Collectors.toSet());
        unservedSince.keySet().retainAll(found);
        found.forEach(queue -> unservedSince.putIfAbsent(queue, lastNanos));
        return taken;
    }

    /**
     * Returns up to 20 queues in which jobs have waited for a minute and which no living worker serves, if this node has sampled within the last
     * minutes. A queue counts only if two samples found it, because a node that starts or is replaced serves no queue for a moment.
     */
    public synchronized List<String> unserved() {
        return ticker.nanos() - lastNanos >= KNOWN_FOR.toNanos() + validNanos
                ? List.of()
                : unservedSince.entrySet().stream()
                        .filter(queue -> lastNanos - queue.getValue() >= INTERVAL.toNanos())
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList();
    }
}
