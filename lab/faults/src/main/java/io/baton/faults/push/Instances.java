package io.baton.faults.push;

import io.baton.faults.Sample;
import io.baton.faults.server.Server;
import io.baton.testing.server.ApplicationProcess;
import io.baton.testing.server.Reaper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Instances of the sample on one database, some of which are killed and replaced. */
final class Instances implements AutoCloseable {

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<ApplicationProcess> running = new ArrayList<>();
    private final Random random;
    private final Reaper reaper;
    private final Path directory;
    private final List<String> arguments;

    Instances(Server server, Reaper reaper, Path directory, long seed, String... arguments) {
        this.random = new Random(seed);
        this.reaper = reaper;
        this.directory = directory;
        this.arguments = new ArrayList<>(List.of(
                "--spring.profiles.active=" + server.kind().name().toLowerCase(Locale.ROOT),
                "--spring.datasource.url=" + server.url(server.port()),
                "--spring.datasource.username=" + server.user(),
                "--spring.datasource.password=",
                "--sample.directory=" + directory,
                "--baton.worker.heartbeat=500ms",
                "--baton.worker.dead-after=3s"));
        this.arguments.addAll(List.of(arguments));
    }

    void start() {
        running.add(ApplicationProcess.start(reaper, directory, Sample.classPath(), Sample.APPLICATION, arguments));
    }

    /** Kills any of them ({@code kill -9}) and starts another. */
    void replaceAny() {
        running.remove(random.nextInt(running.size())).kill();
        start();
    }

    /** Posts to one of them. */
    void post(String path, String json) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(running.get(0).url() + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build();
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(path + " answered " + response.statusCode() + " " + response.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(path + " was not answered", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(path + " was interrupted", e);
        }
    }

    @Override
    public void close() {
        running.forEach(ApplicationProcess::close);
    }
}
