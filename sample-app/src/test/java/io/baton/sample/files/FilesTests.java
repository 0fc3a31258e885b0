package io.baton.sample.files;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamSource;
import org.springframework.data.domain.PageRequest;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:sample;DB_CLOSE_DELAY=-1",
            "sample.pace=0s",
            "sample.poll=50ms",
            "sample.max-file-size=10KB",
            "sample.push.users=0",
            "sample.push.mail-server=false"
        })
@DirtiesContext
class FilesTests {

    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @LocalServerPort
    private int port;

    @Autowired
    private FilesProperties properties;

    @Autowired
    private FileIntake intake;

    @Autowired
    private JdbcTemplate jdbc;

    @MockitoSpyBean
    private Jobs jobs;

    @DynamicPropertySource
    static void directory(DynamicPropertyRegistry registry) {
        registry.add("sample.directory", () -> directory);
    }

    @Test
    void a_dropped_file_ends_up_in_the_totals_once() throws IOException {
        String user = anyUser();
        Path file = drop("drop.csv", user + ",10.25\n" + user + ",0.25\n");

        await().atMost(SOON).untilAsserted(() -> assertThat(total(user)).isEqualByComparingTo("10.50"));
        await().atMost(SOON).untilAsserted(() -> assertThat(taken()).isEmpty());
        assertThat(file).doesNotExist();
        assertThat(files("drop.csv")).singleElement().satisfies(shown -> {
            assertThat(shown.status()).isEqualTo("PROCESSED");
            assertThat(shown.rows()).isEqualTo(2);
            assertThat(shown.processedBy()).isEqualTo("port " + port);
        });
    }

    @Test
    void files_that_meet_the_same_new_user_add_up() throws IOException {
        String user = anyUser();
        for (int i = 0; i < 20; i++) {
            drop("same-" + i + ".csv", user + ",1\n");
        }

        await().atMost(SOON).untilAsserted(() -> assertThat(total(user)).isEqualByComparingTo("20"));
        assertThat(state().files())
                .filteredOn(file -> file.name().startsWith("same-"))
                .extracting(FilesState.File::status)
                .containsOnly("PROCESSED")
                .hasSize(20);
    }

    @Test
    void an_uploaded_file_ends_up_in_the_totals() {
        String user = anyUser();
        upload("upload.csv", user + ",-3\n");

        await().atMost(SOON).untilAsserted(() -> assertThat(total(user)).isEqualByComparingTo("-3"));
    }

    @Test
    void a_malformed_file_leaves_a_dead_job_that_names_the_line() {
        String user = anyUser();
        upload("malformed.csv", user + ",1\n\n" + user + ",many\n");

        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(files("malformed.csv")).singleElement().satisfies(file -> {
                            assertThat(file.status()).isEqualTo("FAILED");
                            assertThat(file.errors())
                                    .singleElement(STRING)
                                    .startsWith("line 3: the amount")
                                    .doesNotContain("many");
                        }));
        long id = files("malformed.csv").get(0).id();
        assertThat(jobOf(id)).satisfies(job -> {
            assertThat(job.state()).isEqualTo(JobState.DEAD);
            assertThat(job.attempts()).isEqualTo(1);
        });
        assertThat(total(user)).isZero();
    }

    @Test
    void a_file_that_arrives_twice_from_one_source_is_received_once() throws IOException {
        String source = UUID.randomUUID().toString();
        intake.receive("twice.csv", source, content("ann,1\n"));
        intake.receive("twice.csv", source, content("ann,1\n"));

        assertThat(files("twice.csv")).hasSize(1);
    }

    @Test
    void a_row_whose_job_cannot_be_enqueued_is_not_kept() {
        doThrow(new IllegalStateException("no job")).when(jobs).enqueue(any(), any());

        assertThatIllegalStateException()
                .isThrownBy(() -> intake.receive("lonely.csv", UUID.randomUUID().toString(), content("ann,1\n")));

        assertThat(files("lonely.csv")).isEmpty();
    }

    @Test
    void a_name_that_climbs_out_of_the_folder_is_only_a_name() throws IOException {
        upload("../../climbed.csv", "ann,1\n");
        upload("..\\..\\<img src=x>.csv", "ann,1\n");

        assertThat(files("climbed.csv")).hasSize(1);
        assertThat(files("<img src=x>.csv")).hasSize(1);
        assertThat(directory.resolve("../climbed.csv")).doesNotExist();
        assertThat(directory.resolve("../../climbed.csv")).doesNotExist();
        // files of other tests may be removed at this moment
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            try (Stream<Path> everything = Files.walk(directory)) {
                assertThat(everything).noneMatch(path -> path.toString().contains("climbed"));
            }
        });
    }

    @Test
    void a_file_that_is_too_large_is_refused() throws IOException {
        String content = "ann,1\n".repeat(2_000);
        drop("large.csv", content);

        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            try (Stream<Path> refused = Files.walk(properties.refused())) {
                assertThat(refused).anyMatch(path -> path.endsWith("large.csv"));
            }
        });
        assertThat(files("large.csv")).isEmpty();
        assertThatExceptionOfType(HttpClientErrorException.class)
                .isThrownBy(() -> upload("large.csv", content))
                .satisfies(e -> assertThat(e.getStatusCode().value()).isEqualTo(413));
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-www-form-urlencoded,415",
        "application/json,415",
        "multipart/form-data,400",
        "multipart/form-data; boundary=abc,400"
    })
    void what_is_no_upload_is_refused_with_the_reason(String contentType, int status) {
        assertThatExceptionOfType(HttpClientErrorException.class)
                .isThrownBy(() -> client().post()
                        .uri("/files")
                        .header("Content-Type", contentType)
                        .body("x=1".getBytes(StandardCharsets.UTF_8))
                        .retrieve()
                        .toBodilessEntity())
                .satisfies(e -> {
                    assertThat(e.getStatusCode().value()).isEqualTo(status);
                    assertThat(e.getResponseBodyAsString()).contains("\"status\":" + status, "\"detail\":");
                });
    }

    @ParameterizedTest
    @CsvSource(
            value = {"empty.csv|''", "header.csv|user,amount", "mark.csv|\uFEFFuser,amount"},
            delimiter = '|')
    void a_file_without_amounts_is_processed(String name, String content) {
        upload(name, content);

        await().atMost(SOON)
                .untilAsserted(() -> assertThat(files(name)).singleElement().satisfies(file -> {
                    assertThat(file.status()).isEqualTo("PROCESSED");
                    assertThat(file.rows()).isZero();
                }));
    }

    @Test
    void a_dead_job_is_revived_and_cancelled_by_itself() {
        upload("revive.csv", anyUser() + ",many\n");
        await().atMost(SOON).untilAsserted(() -> assertThat(files("revive.csv"))
                .singleElement()
                .extracting(FilesState.File::status)
                .isEqualTo("FAILED"));
        JobId id = jobOf(files("revive.csv").get(0).id()).id();

        assertThat(post("/jobs/" + id + "/revive", null, null)).contains("1");
        assertThat(post("/jobs/0/cancel", null, null)).contains("0");
    }

    @Test
    void the_instance_that_processed_files_is_shown() {
        upload("worker.csv", anyUser() + ",1\n");

        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(state().processed()).singleElement().satisfies(booked -> {
                            assertThat(booked.instance()).isEqualTo("port " + port);
                            assertThat(booked.count()).isPositive();
                        }));
    }

    @Test
    void run_now_processes_no_file_twice_on_a_day() throws InterruptedException {
        String user = anyUser();
        upload("day.csv", user + ",1\n");
        await().atMost(SOON).untilAsserted(() -> assertThat(total(user)).isOne());

        runNow();
        assertThat(total(user)).isOne();

        // another night
        jdbc.update("update file_info set booked_on = date '2020-01-01'");
        jdbc.update("delete from booking");
        jobs.enqueue(new ProcessFile(files("day.csv").get(0).id(), LocalDate.of(2020, 1, 1)));
        jobs.enqueue(new ProcessFile(files("day.csv").get(0).id(), LocalDate.of(2020, 1, 2)));
        jobs.enqueue(new ProcessFile(files("day.csv").get(0).id(), LocalDate.of(2020, 1, 2)));
        drained();
        assertThat(total(user)).isOne();
    }

    private void runNow() throws InterruptedException {
        assertThat(post("/files/run-now", null, null)).contains("1");
        drained();
    }

    private void drained() throws InterruptedException {
        assertThat(jobs.awaitDrained(JobFilter.all().queue(ProcessFile.QUEUE), SOON))
                .isTrue();
    }

    private JobDetails jobOf(long file) {
        return jobs.search(JobFilter.all().label(ProcessFile.FILE, String.valueOf(file)), PageRequest.of(0, 10))
                .getContent()
                .get(0);
    }

    private String post(String path, @Nullable String header, @Nullable String value) {
        RestClient.RequestBodySpec request = client().post().uri(path);
        if (header != null && value != null) {
            request.header(header, value);
        }
        return requireNonNull(request.retrieve().body(String.class));
    }

    private Path drop(String name, String content) throws IOException {
        // the inbox leaves names with a dot alone: a file that is not written yet would be received empty
        Path whole = Files.writeString(properties.inbox().resolve("." + name), content);
        return Files.move(whole, properties.inbox().resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private void upload(String name, String content) {
        MultiValueMap<String, Object> form = new LinkedMultiValueMap<>();
        form.add("file", new ByteArrayResource(content.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public String getFilename() {
                return name;
            }
        });
        client().post()
                .uri("/files")
                .contentType(MediaType.MULTIPART_FORM_DATA)
                .body(form)
                .retrieve()
                .toBodilessEntity();
    }

    private FilesState state() {
        return requireNonNull(client().get().uri("/api/files").retrieve().body(FilesState.class));
    }

    private List<FilesState.File> files(String name) {
        return state().files().stream().filter(file -> file.name().equals(name)).toList();
    }

    private BigDecimal total(String user) {
        return state().totals().stream()
                .filter(total -> total.user().equals(user))
                .map(Bookings.Total::total)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private List<Path> taken() throws IOException {
        try (Stream<Path> paths = Files.list(properties.taken())) {
            return paths.toList();
        }
    }

    private RestClient client() {
        return RestClient.create("http://127.0.0.1:" + port);
    }

    private static InputStreamSource content(String text) {
        return new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String anyUser() {
        return "user-" + UUID.randomUUID();
    }
}
