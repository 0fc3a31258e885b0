package io.baton.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

/** Does what the goal {@code process-aot} of Boot's plugin does, and starts the result on a JVM. */
class AheadOfTimeTests {

    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void the_application_runs_jobs_from_its_generated_classes() throws Exception {
        Path sources = directory.resolve("sources");
        Path resources = directory.resolve("resources");
        Path classes = directory.resolve("classes");
        process(sources, resources, classes);
        compile(sources, classes);

        Process application = java(List.of(
                "-Dspring.aot.enabled=true",
                "-cp",
                classPath(classes, resources),
                SampleApplication.class.getName(),
                "--server.port=0",
                "--sample.poll=50ms",
                "--sample.pace=0s",
                "--spring.mail.port=0",
                "--sample.directory=" + directory.resolve("data")));
        try {
            // closed by the end of the process: closing it before would wait for the reading thread
            BufferedReader output = application.inputReader(StandardCharsets.UTF_8);
            List<String> said = new ArrayList<>();
            int port = port(output, said);
            assertThat(said).anyMatch(line -> line.contains("Starting AOT-processed SampleApplication"));
            Thread reader = new Thread(() -> output.lines().forEach(line -> {}), "output");
            reader.setDaemon(true);
            reader.start();

            ask(HttpRequest.newBuilder(uri(port, "/demo-files"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build());
            await().atMost(Duration.ofMinutes(2)).until(() -> ask(HttpRequest.newBuilder(uri(port, "/api/files"))
                            .build())
                    .contains("PROCESSED"));
        } finally {
            application.destroy();
            application.waitFor();
        }
    }

    private static void process(Path sources, Path resources, Path classes) throws Exception {
        Process processor = java(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                SpringApplicationAotProcessor.class.getName(),
                SampleApplication.class.getName(),
                sources.toString(),
                resources.toString(),
                classes.toString(),
                "io.baton",
                "baton-sample-app"));
        String output = new String(processor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(processor.waitFor()).as(output).isZero();
    }

    private static void compile(Path sources, Path classes) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none", "-nowarn", "-d", Files.createDirectories(classes).toString(), "-cp", classPath(classes)));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private static String classPath(Path... first) {
        return Stream.concat(Stream.of(first).map(Path::toString), Stream.of(System.getProperty("java.class.path")))
                .reduce((one, other) -> one + File.pathSeparator + other)
                .orElseThrow();
    }

    private static Process java(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static int port(BufferedReader output, List<String> said) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            said.add(line);
            Matcher port = PORT.matcher(line);
            if (port.find()) {
                return Integer.parseInt(port.group(1));
            }
        }
        throw new AssertionError("The application ended early:\n" + String.join("\n", said));
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static String ask(HttpRequest request) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
