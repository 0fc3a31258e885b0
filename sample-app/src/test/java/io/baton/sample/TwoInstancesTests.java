package io.baton.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import io.baton.testing.mail.PostOffice;
import io.baton.testing.server.ApplicationProcess;
import io.baton.testing.server.Commands;
import io.baton.testing.server.DatabaseProcess;
import io.baton.testing.server.MariaDbServer;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;

/** All examples at once on two instances, one of which is killed in the middle. */
class TwoInstancesTests {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int USERS = 600;
    private static final int SAMPLE = 50;
    private static final int FILES = 40;
    private static final int REPORTS = 6;
    private static final int DAYS = 30;
    /** Mails that were being sent when the instance died may be sent again, under the same Message-ID. */
    private static final int PERMITS = 16;

    private static final Pattern APPROVE = Pattern.compile("Approve http\\S+/approvals/([\\w-]+)");
    private static final Pattern LINK = Pattern.compile("href=\"([^\"]+)\"");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final int smtp;
    private final PostOffice mails;
    /** Where it is about noon: neither does a day end, nor does the night's job start, while the test runs. */
    private final ZoneOffset zone =
            ZoneOffset.ofHours(12 - Instant.now().atOffset(ZoneOffset.UTC).getHour());

    TwoInstancesTests() {
        smtp = Commands.freePort();
        mails = new PostOffice(smtp, this::read);
    }

    @AfterEach
    void close() {
        mails.close();
    }

    @Test
    void on_h2_of_which_the_dead_one_was_the_server() throws IOException {
        tellAll(List.of());
    }

    @Test
    void the_h2_database_of_an_instance_listens_on_this_machine_only() throws IOException {
        try (ApplicationProcess instance = start(List.of())) {
            await("users").atMost(SOON).until(() -> number(instance, "/api/pushes", "$.users") == USERS);
            Properties lock = new Properties();
            try (InputStream file = Files.newInputStream(directory.resolve("sample.lock.db"))) {
                lock.load(file);
            }
            String server = lock.getProperty("server");
            int port = Integer.parseInt(server.substring(server.lastIndexOf(':') + 1));
            new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port).close();
            // on Linux another address of this machine, where a process that listens on all addresses responds
            assertThatThrownBy(() -> new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), port).close())
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void on_postgres() throws Exception {
        tellAll("postgres", directory -> PostgresServer.start(directory, Map.of(), Reaper.ofThisJvm()));
    }

    @Test
    void on_mariadb() throws IOException {
        tellAll("mariadb", directory -> MariaDbServer.start(directory, Map.of(), Reaper.ofThisJvm()));
    }

    private void tellAll(String profile, Function<Path, DatabaseProcess> start) throws IOException {
        try (Workplace place = new Workplace();
                DatabaseProcess server = start.apply(place.directory())) {
            server.createDatabase("sample");
            tellAll(List.of(
                    "--spring.profiles.active=" + profile,
                    "--spring.datasource.url=" + server.url("sample"),
                    "--spring.datasource.username=" + server.user(),
                    "--spring.datasource.password="));
        }
    }

    private void tellAll(List<String> database) throws IOException {
        try (ApplicationProcess first = start(database);
                ApplicationProcess second = start(database)) {
            await("users").atMost(SOON).until(() -> number(second, "/api/pushes", "$.users") == USERS);
            startPush(first);
            await("rest").atMost(SOON).until(() -> reached() > 2 * SAMPLE);
            for (int file = 0; file < FILES; file += 2) {
                drop("dropped-" + file + ".csv", "ada,1\ngrace,2\n");
                upload(first, "uploaded-" + file + ".csv", "grace,2\nada,1\n");
            }
            http(first).post().uri("/reports").retrieve().toBodilessEntity();
            http(first).post().uri("/orders").retrieve().toBodilessEntity();
            await("middle").atMost(SOON).until(() -> reached() > USERS / 3 || processed(second) > FILES / 8);
            first.kill();

            await("all files of " + directory).atMost(SOON).ignoreExceptions().until(() -> processed(second) == FILES);
            await("the push in " + directory).atMost(SOON).ignoreExceptions().until(() -> text(
                            second, "/api/pushes", "$.pushes[0].flow.state")
                    .equals("COMPLETE"));
            assertNoMailTwice(second);
            assertNoFileTwice(second);
            assertNoDayTwice(second);
            assertNoStepTwice(second);
        }
    }

    /** The inbox leaves names with a dot alone: a file that is not written yet would be received empty. */
    private void drop(String name, String content) throws IOException {
        Path whole = Files.writeString(directory.resolve("inbox/." + name), content);
        Files.move(whole, directory.resolve("inbox/" + name), StandardCopyOption.ATOMIC_MOVE);
    }

    private ApplicationProcess start(List<String> options) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "--sample.directory=" + directory,
                "--sample.zone=" + zone,
                "--baton.worker.heartbeat=500ms",
                "--baton.worker.dead-after=10s",
                "--spring.mail.port=" + smtp,
                "--sample.push.mail-server=false",
                "--sample.push.users=" + USERS,
                "--sample.push.sample-size=" + SAMPLE,
                "--sample.push.reading-time=2s",
                "--sample.pace=100ms",
                "--sample.report-pace=200ms"));
        all.addAll(options);
        return ApplicationProcess.start(
                Reaper.ofThisJvm(),
                directory,
                System.getProperty("java.class.path"),
                SampleApplication.class.getName(),
                all);
    }

    private static void startPush(ApplicationProcess instance) {
        http(instance)
                .post()
                .uri("/pushes")
                .contentType(MediaType.APPLICATION_JSON)
                .body("{\"kilometres\": 20000, \"subjectA\": \"Good\", \"textA\": \"a\", \"subjectB\": \"Better\","
                        + " \"textB\": \"b\"}")
                .retrieve()
                .toBodilessEntity();
    }

    private static void upload(ApplicationProcess instance, String name, String content) {
        MultiValueMap<String, Object> form = new LinkedMultiValueMap<>();
        form.add("file", new ByteArrayResource(content.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public String getFilename() {
                return name;
            }
        });
        http(instance)
                .post()
                .uri("/files")
                .contentType(MediaType.MULTIPART_FORM_DATA)
                .body(form)
                .retrieve()
                .toBodilessEntity();
    }

    /** Clicks the link in the mail as readers do; only for the sample, while both instances live, and only for the content that is to win. */
    private void read(PostOffice.Delivery mail) {
        Matcher link = LINK.matcher(mail.text());
        if (reached() <= 2 * SAMPLE && mail.subject().equals("Better") && link.find()) {
            RestClient.create().get().uri(link.group(1)).retrieve().toBodilessEntity();
        }
    }

    private void assertNoMailTwice(ApplicationProcess instance) {
        assertThat(text(instance, "/api/pushes", "$.pushes[0].winner")).isEqualTo("B");
        assertThat(mails.deliveries()).hasSize(USERS);
        assertThat(mails.deliveries().values()).allSatisfy(delivered -> {
            Set<String> ids =
                    delivered.stream().map(PostOffice.Delivery::messageId).collect(Collectors.toSet());
            assertThat(ids).hasSize(1);
        });
        int accepted = mails.deliveries().values().stream().mapToInt(List::size).sum();
        assertThat(accepted).isBetween(USERS, USERS + PERMITS);
        assertThat(mails.deliveries().values())
                .filteredOn(delivered -> delivered.get(0).subject().equals("Good"))
                .hasSize(SAMPLE);
    }

    private static void assertNoFileTwice(ApplicationProcess instance) {
        http(instance).post().uri("/files/run-now").retrieve().toBodilessEntity();
        await().atMost(SOON)
                .until(() -> number(instance, "/api/state", "$.jobs.length()") > 0
                        && JsonPath.<List<?>>read(
                                                read(instance, "/api/state"),
                                                "$.jobs[?(@.type == 'nightly-files' && @.state == 'COMPLETED')]")
                                        .size()
                                == 1);
        await().atMost(SOON).until(() -> JsonPath.<List<?>>read(
                        read(instance, "/api/state"), "$.counts[?(@.queue == 'files' && @.state != 'DEAD')]")
                .isEmpty());
        assertThat(total(instance, "ada")).isEqualByComparingTo(BigDecimal.valueOf(FILES));
        assertThat(total(instance, "grace")).isEqualByComparingTo(BigDecimal.valueOf(2 * FILES));
    }

    private static void assertNoDayTwice(ApplicationProcess instance) {
        await().atMost(SOON)
                .until(() ->
                        JsonPath.<List<?>>read(read(instance, "/api/reports"), "$.reports[?(@.state == 'COMPLETED')]")
                                        .size()
                                == REPORTS);
        assertThat(JsonPath.<List<?>>read(read(instance, "/api/reports"), "$.reports[*].days[?(@.runs == 1)]"))
                .hasSize(REPORTS * DAYS);
    }

    private void assertNoStepTwice(ApplicationProcess instance) throws IOException {
        await().atMost(SOON).until(() -> text(instance, "/api/orders", "$.orders[0].waitsForApproval")
                .equals("true"));
        String order = text(instance, "/api/orders", "$.orders[0].job");
        String token = approvingToken();
        assertThat(read(instance, "/approvals/" + token)).contains("order " + order, "Please confirm");
        http(instance).post().uri("/approvals/" + token).retrieve().toBodilessEntity();
        await().atMost(SOON)
                .until(() -> text(instance, "/api/orders", "$.orders[0].state").equals("COMPLETED"));
        assertThat(number(instance, "/api/orders", "$.orders[0].order.changes")).isEqualTo(2);
    }

    /** Returns one of the order's mail, or of its second one: the instance that was killed may have sent the first. */
    private String approvingToken() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .flatMap(TwoInstancesTests::approvingTokens)
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Stream<String> approvingTokens(Path log) {
        try {
            return APPROVE.matcher(Files.readString(log)).results().map(token -> token.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int reached() {
        return mails.deliveries().size();
    }

    private static int processed(ApplicationProcess instance) {
        return JsonPath.<List<Integer>>read(read(instance, "/api/files"), "$.processed[*].count").stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static BigDecimal total(ApplicationProcess instance, String user) {
        List<Number> found = JsonPath.read(read(instance, "/api/files"), "$.totals[?(@.user == '" + user + "')].total");
        return new BigDecimal(found.get(0).toString());
    }

    private static int number(ApplicationProcess instance, String path, String what) {
        return JsonPath.<Integer>read(read(instance, path), what);
    }

    private static String text(ApplicationProcess instance, String path, String what) {
        return String.valueOf(JsonPath.<Object>read(read(instance, path), what));
    }

    private static RestClient http(ApplicationProcess instance) {
        return RestClient.create(instance.url());
    }

    private static String read(ApplicationProcess instance, String path) {
        return String.valueOf(http(instance).get().uri(path).retrieve().body(String.class));
    }
}
