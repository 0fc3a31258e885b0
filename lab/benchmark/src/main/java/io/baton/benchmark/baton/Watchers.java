package io.baton.benchmark.baton;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Scrapes the meters each second, and has so many viewers look at the dashboard, until the JVM ends; returns how many scrapes and samples there were. */
@Component
@ConditionalOnBooleanProperty("baton.dashboard.enabled")
class Watchers implements Measurement {

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
    private final AtomicLong scrapes = new AtomicLong();
    private final AtomicLong samples = new AtomicLong();
    private final Environment environment;

    Watchers(Environment environment) {
        this.environment = environment;
    }

    @Override
    public String measure(int number) {
        if (number > 0) {
            ExecutorService threads = Executors.newCachedThreadPool();
            threads.execute(this::scrape);
            for (int viewer = 0; viewer < number; viewer++) {
                threads.execute(this::look);
            }
        }
        return scrapes + " " + samples;
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://localhost:" + environment.getProperty("local.server.port") + path))
                .build();
    }

    private void scrape() {
        try {
            for (; ; TimeUnit.SECONDS.sleep(1)) {
                HttpResponse<String> meters =
                        client.send(get("/actuator/prometheus"), HttpResponse.BodyHandlers.ofString());
                if (meters.statusCode() == 200 && meters.body().contains("baton_")) {
                    scrapes.incrementAndGet();
                }
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("The meters cannot be read", e);
        }
    }

    private void look() {
        try {
            for (; ; TimeUnit.SECONDS.sleep(2)) {
                HttpResponse<String> sample =
                        client.send(get("/baton/dashboard/api/live"), HttpResponse.BodyHandlers.ofString());
                samples.addAndGet(sample.statusCode() == 200 ? 1 : 0);
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("The dashboard cannot be seen", e);
        }
    }
}
