package io.baton.dashboard;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An open page. The feed does not wait for it: an event that is unread when the next one comes is skipped, and a viewer that reads too slowly is
 * dropped. Networks buffer much for a client that does not read, so each viewer has to reconnect after some events.
 */
final class LiveViewer implements WriteListener, AsyncListener {

    private static final int MOST_MISSED = 10;
    /** After this number of events the viewer has to connect again. */
    static final int MOST_EVENTS = 600;

    private static final byte[] AGAIN = "event: again\ndata: {}\n\n".getBytes(StandardCharsets.UTF_8);

    private final AsyncContext exchange;
    private final ServletOutputStream out;
    private final Consumer<LiveViewer> atEnd;
    private byte @Nullable [] next;
    private int missed;
    private int events;
    private boolean started;
    private boolean unflushed;
    private boolean ended;

    private LiveViewer(AsyncContext exchange, ServletOutputStream out, Consumer<LiveViewer> atEnd) {
        this.exchange = exchange;
        this.out = out;
        this.atEnd = atEnd;
    }

    /**
     * Returns a viewer whose request continues after its thread has returned.
     *
     * @param atEnd is called, perhaps more than once, when the viewer reads no more
     */
    static LiveViewer of(HttpServletRequest request, HttpServletResponse response, Consumer<LiveViewer> atEnd)
            throws IOException {
        AsyncContext exchange = request.startAsync(request, response);
        exchange.setTimeout(0);
        LiveViewer viewer = new LiveViewer(exchange, response.getOutputStream(), atEnd);
        exchange.addListener(viewer);
        return viewer;
    }

    /** Begins to write. The thread of the request calls this. */
    void begin() {
        out.setWriteListener(this);
    }

    /** Sends an event as soon as the one before has been read. If the next event comes first, this one is not sent. */
    void send(byte[] event) {
        synchronized (this) {
            if (next != null) {
                missed++;
            }
            events++;
            next = events == MOST_EVENTS ? AGAIN : event;
        }
        write();
    }

    @Override
    public void onWritePossible() {
        synchronized (this) {
            started = true;
        }
        write();
    }

    private void write() {
        if (!isWritten()) {
            end();
        }
    }

    /** Writes as much as possible; returns whether the response can continue. */
    private synchronized boolean isWritten() {
        if (ended || missed > MOST_MISSED || events > MOST_EVENTS) {
            return false;
        }
        try {
            while (started && (next != null || unflushed) && out.isReady()) {
                if (unflushed) {
                    out.flush();
                    unflushed = false;
                } else if (next != null) {
                    out.write(next);
                    next = null;
                    missed = 0;
                    unflushed = true;
                }
            }
            return true;
        } catch (IOException | RuntimeException e) {
            return false; // containers throw various exceptions once the client is gone
        }
    }

    /** Ends the response. */
    void end() {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
        }
        atEnd.accept(this);
        try {
            exchange.complete();
        } catch (IllegalStateException e) {
            // the container has ended the response already
        }
    }

    @Override
    public void onError(Throwable failure) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
