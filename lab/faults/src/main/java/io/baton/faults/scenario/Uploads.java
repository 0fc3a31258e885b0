package io.baton.faults.scenario;

import io.baton.testing.server.ApplicationProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Small files for instances of the sample, each with a name of its own. */
final class Uploads implements AutoCloseable {

    private static final String BOUNDARY = "one-file";
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ExecutorService users = Executors.newCachedThreadPool();
    private final AtomicInteger names = new AtomicInteger();
    private final Map<String, Long> acknowledged = new ConcurrentHashMap<>();

    /** Uploads several at once; returns whether all were acknowledged. */
    boolean several(ApplicationProcess instance, int count) {
        List<CompletableFuture<Boolean>> all = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> one(instance), users))
                .limit(count)
                .toList();
        return all.stream().map(CompletableFuture::join).reduce(true, Boolean::logicalAnd);
    }

    /** Uploads one after the other, in several threads, until the answer is run. */
    Runnable start(ApplicationProcess instance, int threads) {
        AtomicBoolean goesOn = new AtomicBoolean(true);
        Runnable user = () -> {
            while (goesOn.get()) {
                one(instance);
            }
        };
        List<CompletableFuture<Void>> all = Stream.generate(() -> CompletableFuture.runAsync(user, users))
                .limit(threads)
                .toList();
        return () -> {
            goesOn.set(false);
            all.forEach(CompletableFuture::join);
        };
    }

    /** Returns whether it was acknowledged. */
    private boolean one(ApplicationProcess instance) {
        String name = "file-" + names.incrementAndGet() + ".csv";
        HttpRequest request = HttpRequest.newBuilder(URI.create(instance.url() + "/files"))
                .timeout(LONGEST)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(HttpRequest.BodyPublishers.ofString(form(name)))
                .build();
        try {
            boolean done =
                    http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
            if (done) {
                acknowledged.put(name, System.nanoTime());
            }
            return done;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String form(String name) {
        return "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: text/csv\r\n\r\neverybody,1\n\r\n--" + BOUNDARY + "--\r\n";
    }

    /** The names of those that were acknowledged. */
    Collection<String> acknowledged() {
        return acknowledged.keySet();
    }

    /** How many were acknowledged in so much time before another. */
    long acknowledgedWithin(Duration time, long before) {
        return acknowledged.values().stream()
                .filter(at -> before - at >= 0 && before - at <= time.toNanos())
                .count();
    }

    @Override
    public void close() {
        users.shutdownNow();
    }
}
