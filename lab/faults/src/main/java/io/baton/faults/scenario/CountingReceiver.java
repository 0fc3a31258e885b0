package io.baton.faults.scenario;

import io.baton.faults.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes calls, each for as long as the call says, whether or not the caller lives, and counts them. */
final class CountingReceiver implements AutoCloseable {

    /** The bytes of a call: its job, its merchant, and its milliseconds. */
    static final int SIZE = 16;

    private final ServerSocket listener;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<Long, Integer> starts = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> now = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> most = new ConcurrentHashMap<>();

    CountingReceiver() {
        try {
            listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("No port for a receiver", e);
        }
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** How often the call of each job started. */
    Map<Long, Integer> starts() {
        return Map.copyOf(starts);
    }

    /** How many calls of one merchant there were at once. */
    int mostAtOnce() {
        return most.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket caller = listener.accept();
                threads.execute(() -> take(caller));
            } catch (IOException e) {
                // the caller is gone, or the receiver is closed
            }
        }
    }

    private void take(Socket caller) {
        try (caller) {
            byte[] call = caller.getInputStream().readNBytes(SIZE);
            if (call.length == SIZE) {
                take(ByteBuffer.wrap(call));
                caller.getOutputStream().write(1);
            }
        } catch (IOException e) {
            // the caller is gone
        }
    }

    private void take(ByteBuffer call) {
        starts.merge(call.getLong(), 1, Integer::sum);
        int merchant = call.getInt();
        most.merge(merchant, now.merge(merchant, 1, Integer::sum), Math::max);
        Await.pause(Duration.ofMillis(call.getInt()));
        now.merge(merchant, -1, Integer::sum);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
