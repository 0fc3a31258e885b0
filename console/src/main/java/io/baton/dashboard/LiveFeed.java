package io.baton.dashboard;

import io.baton.loop.Loop;
import io.baton.loop.Ticker;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.Ended;
import io.baton.monitor.Monitor.QueueStatus;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/** Sends one sample of the cluster to all viewers each second, or less often if a sample takes long. */
public final class LiveFeed implements SmartLifecycle {

    /** The largest number of viewers. */
    static final int MOST_VIEWERS = 50;

    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();
    /** Sampling takes at most a tenth of the time. */
    private static final int SHARE = 10;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Monitor monitor;
    private final Ticker ticker = Ticker.SYSTEM;
    private final List<LiveViewer> viewers = new CopyOnWriteArrayList<>();
    private @Nullable Loop loop;
    private byte @Nullable [] last;
    private boolean running;

    /** Creates a feed without viewers. */
    public LiveFeed(Monitor monitor) {
        this.monitor = monitor;
    }

    /** Adds a viewer for a request; returns false if there are too many. */
    boolean view(HttpServletRequest request, HttpServletResponse response) throws IOException {
        LiveViewer viewer;
        byte @Nullable [] known;
        synchronized (this) {
            if (!running || viewers.size() >= MOST_VIEWERS) {
                return false;
            }
            viewer = LiveViewer.of(request, response, this::remove);
            viewers.add(viewer);
            known = last;
            if (loop == null) {
                loop = new Loop("baton-dashboard", this::turn);
                loop.start();
            }
        }
        if (known != null) {
            viewer.send(known);
        }
        viewer.begin();
        return true;
    }

    private synchronized void remove(LiveViewer viewer) {
        viewers.remove(viewer);
        if (viewers.isEmpty() && loop != null) {
            loop.wake();
        }
    }

    /** Returns how many viewers there are. */
    int viewers() {
        return viewers.size();
    }

    private Duration turn() {
        if (isOver()) {
            return Duration.ZERO;
        }
        long start = ticker.nanos();
        try {
            publish("sample", DashboardResponses.JSON.writeValueAsString(Sample.of(monitor)));
        } catch (RuntimeException e) {
            publish("trouble", "{}");
            throw e;
        }
        long took = ticker.nanos() - start;
        return Duration.ofNanos(Math.max(PERIOD_NANOS - took, took * (SHARE - 1)));
    }

    /** Returns whether no viewer is left. In this case the loop ends by itself, so that no read is interrupted. */
    private synchronized boolean isOver() {
        if (!viewers.isEmpty()) {
            return false;
        }
        if (loop != null) {
            loop.stop(Duration.ZERO);
            loop = null;
        }
        last = null;
        return true;
    }

    private void publish(String event, String data) {
        byte[] bytes = ("event: " + event + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            last = bytes;
        }
        viewers.forEach(viewer -> viewer.send(bytes));
    }

    @Override
    public synchronized void start() {
        running = true;
    }

    /** Ends every response, since the web server would wait for them. */
    @Override
    public void stop() {
        Loop stopped;
        synchronized (this) {
            running = false;
            stopped = loop;
        }
        viewers.forEach(LiveViewer::end);
        if (stopped != null) {
            stopped.stop(PATIENCE);
        }
        isOver();
    }

    @Override
    public synchronized boolean isRunning() {
        return running;
    }

    /**
     * The state of the cluster at one time.
     *
     * @param queues the first queues by name
     * @param totals the sums over all queues
     * @param workers how many workers are not dead
     * @param ended how many jobs have ended within the last {@code seconds}
     */
    record Sample(List<QueueStatus> queues, Totals totals, long workers, Ended ended, int seconds) {

        private static final int MOST_QUEUES = 200;
        private static final int SECONDS = 3;

        record Totals(int queues, long ready, long scheduled, long waitingForPermits, long claimed, long dead) {}

        static Sample of(Monitor monitor) {
            List<QueueStatus> queues = monitor.queues();
            return new Sample(
                    queues.stream().limit(MOST_QUEUES).toList(),
                    new Totals(
                            queues.size(),
                            queues.stream().mapToLong(QueueStatus::ready).sum(),
                            queues.stream().mapToLong(QueueStatus::scheduled).sum(),
                            queues.stream()
                                    .mapToLong(QueueStatus::waitingForPermits)
                                    .sum(),
                            queues.stream().mapToLong(QueueStatus::claimed).sum(),
                            queues.stream().mapToLong(QueueStatus::dead).sum()),
                    monitor.living(),
                    monitor.endedWithin(SECONDS),
                    SECONDS);
        }
    }
}
