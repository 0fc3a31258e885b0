package io.baton.monitor;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.baton.Alert;
import io.baton.Alert.JobsDied;
import io.baton.Alert.LimitExhausted;
import io.baton.Alert.QueueLate;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.SweepTask;
import io.baton.monitor.Monitor.LimitUse;
import io.baton.monitor.Monitor.Sample;
import io.baton.type.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.ResolvableType;

/**
 * Publishes alerts to methods of the application once a minute, on the node that samples the cluster. Reads nothing while no method listens, or while
 * one is busy, which is called on another thread: it gets later what happens meanwhile.
 */
public final class PublishAlerts implements SweepTask {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration UNTIL_FIRST = Duration.ofSeconds(15);

    /** How far the first alerts of a node go back, since the node before may not have published all. */
    private static final Duration TAKEN_OVER = Duration.ofMinutes(2);

    /** How long a death may take to be committed. */
    private static final Duration COMMIT = Duration.ofSeconds(5);

    private static final int MOST = 20;
    private static final List<ResolvableType> EVENTS = Stream.of(JobsDied.class, QueueLate.class, LimitExhausted.class)
            .map(alert -> ResolvableType.forClassWithGenerics(PayloadApplicationEvent.class, alert))
            .toList();

    private final Monitor monitor;
    private final Sampler sampler;
    private final @Nullable ApplicationContext context;
    private final Duration lateAfter;
    private final SeldomLog log = new SeldomLog(LoggerFactory.getLogger(PublishAlerts.class));
    private @Nullable Instant reported;
    private @Nullable Thread publishing;
    /** The present delays by what is late, as long as they were when they were published; zero if they were not. */
    private Map<String, Duration> delays = Map.of();

    public PublishAlerts(Monitor monitor, Sampler sampler, @Nullable ApplicationContext context, Duration lateAfter) {
        this.monitor = monitor;
        this.sampler = sampler;
        this.context = context;
        this.lateAfter = lateAfter;
    }

    /** Publishes nothing in the first minute of this node's turn, since the node before may just have published something. */
    @Override
    public Duration sweep() {
        if (!sampler.isFirst() || !isListened()) {
            reported = null;
            delays = Map.of();
            return UNTIL_FIRST;
        }
        Instant now = monitor.now();
        Instant until = now.minus(COMMIT);
        if (reported == null) {
            reported = now.minus(TAKEN_OVER);
        } else if (publishing != null && publishing.isAlive()) {
            log.warn("busy", "A listener of alerts has not returned for a minute, and all alerts wait for it");
        } else if (until.isAfter(reported)) {
            List<Alert> alerts = new ArrayList<>();
            Map<String, Duration> present = addLate(alerts, sampler.recent());
            addDied(alerts, reported, until);
            delays = present;
            reported = until;
            publishing = new Thread(() -> alerts.forEach(this::publish), "baton-alerts");
            publishing.setDaemon(true);
            publishing.start();
        }
        return MINUTE;
    }

    private boolean isListened() {
        return context instanceof AbstractApplicationContext application
                && application.getApplicationListeners().stream()
                        .anyMatch(listener -> listener instanceof GenericApplicationListener method
                                && EVENTS.stream().anyMatch(method::supportsEventType));
    }

    private Map<String, Duration> addLate(List<Alert> alerts, Sample sample) {
        Map<String, Duration> present = new HashMap<>();
        for (QueueStatus queue : sample.queues()) {
            Duration due = requireNonNullElse(queue.oldestDue(), Duration.ZERO);
            String name = LogText.of(queue.queue());
            QueueLate late = new QueueLate(name, due, queue.ready(), queue.workers(), queue.paused());
            add("queue " + name, due, late, present, alerts);
        }
        for (LimitUse limit : sample.limits()) {
            String stored = limit.capacity() == null ? Names.storedRate(limit.name()) : limit.name();
            Duration due = limit.waiting() == 0 ? Duration.ZERO : monitor.oldestWaiter(stored);
            LimitExhausted late = new LimitExhausted(LogText.of(limit.name()), due, limit.held(), limit.waiting());
            add("limit " + stored, due, late, present, alerts);
        }
        return present;
    }

    private void add(String what, Duration due, Alert alert, Map<String, Duration> present, List<Alert> alerts) {
        Duration before = delays.getOrDefault(what, Duration.ZERO);
        if (due.compareTo(lateAfter) >= 0) {
            boolean published = alerts.size() < MOST && due.compareTo(before.multipliedBy(2)) >= 0;
            present.put(what, published ? due : before);
            if (published) {
                alerts.add(alert);
            }
        }
    }

    private void addDied(List<Alert> alerts, Instant from, Instant until) {
        List<JobsDied> died = monitor.died(from, until);
        died.stream().limit(MOST).forEach(alerts::add);
        died.stream()
                .skip(MOST)
                .reduce((a, b) -> new JobsDied("other", a.queue(), a.jobs() + b.jobs(), a.newest(), a.error()))
                .ifPresent(alerts::add);
    }

    private void publish(Alert alert) {
        try {
            requireNonNull(context).publishEvent(alert);
        } catch (Throwable e) {
            log.warn("failed", "A listener of alerts failed. Correct it", LoggedFailure.withoutMessages(e));
        }
    }
}
