package io.baton.sample.page;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:page;DB_CLOSE_DELAY=-1",
            "sample.push.users=20",
            "sample.push.mail-server=false"
        })
@DirtiesContext
class PageTests {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void directory(DynamicPropertyRegistry registry) {
        registry.add("sample.directory", () -> directory);
    }

    @ParameterizedTest
    @CsvSource({"Origin,http://evil.example", "Origin,null", "Sec-Fetch-Site,cross-site", "Sec-Fetch-Site,same-site"})
    void requests_of_other_pages_are_refused(String header, String value) {
        assertThatExceptionOfType(HttpClientErrorException.Forbidden.class)
                .isThrownBy(() -> post("/demo-files", header, value));
    }

    @Test
    void requests_of_this_page_are_not() {
        assertThat(post("/revive", "Sec-Fetch-Site", "same-origin")).contains("count");
        assertThat(post("/revive", "Origin", "http://127.0.0.1:" + port)).contains("count");
    }

    @ParameterizedTest
    @CsvSource({"/,files.js", "/push.html,push.js", "/orders.html,orders.js", "/takeover.html,takeover.js"})
    void the_pages_come_with_scripts_that_put_no_text_in_as_markup(String page, String script) {
        assertThat(get(page)).contains(script, "page.css", "/baton/dashboard");
        assertThat(get("/" + script)).contains("/api/").doesNotContain("innerHTML");
        assertThat(get("/page.css")).contains("body");
    }

    @Test
    void the_state_tells_of_permits() {
        PageState state =
                requireNonNull(client().get().uri("/api/state").retrieve().body(PageState.class));

        assertThat(state.instance()).isEqualTo("port " + port);
        assertThat(state.permits())
                .extracting(PageState.Permits::name, PageState.Permits::capacity)
                .contains(tuple("smtp", 16));
    }

    @Test
    void workers_and_the_dashboard_are_there() {
        assertThat(get("/actuator/baton/workers")).contains("silentFor", "deadAfter");
        assertThat(get("/baton/dashboard/")).contains("<html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0, \"subjectA\": \"a\"", "30000, \"subjectA\": \"a\"", "5, \"subjectA\": \" \""})
    void a_push_that_cannot_be_is_refused_with_the_reason(String distanceAndSubject) {
        String body =
                "{\"kilometres\": " + distanceAndSubject + ", \"textA\": \"\", \"subjectB\": \"b\", \"textB\": \"\"}";

        assertThatExceptionOfType(HttpClientErrorException.BadRequest.class)
                .isThrownBy(() -> client().post()
                        .uri("/pushes")
                        .contentType(MediaType.APPLICATION_JSON)
                        .body(body)
                        .retrieve()
                        .toBodilessEntity())
                .satisfies(e -> assertThat(e.getResponseBodyAsString()).containsPattern("The distance|Subject A"));
    }

    @Test
    void links_of_mails_lead_somewhere_though_there_is_no_such_mail() {
        ResponseEntity<byte[]> picture =
                client().get().uri("/open/7/9").retrieve().toEntity(byte[].class);

        assertThat(picture.getHeaders().getContentType()).isEqualTo(MediaType.IMAGE_GIF);
        ResponseEntity<Void> page = client().get().uri("/click/7/9").retrieve().toBodilessEntity();
        assertThat(page.getStatusCode().value()).isIn(200, 303);
    }

    private String post(String path, String header, String value) {
        return requireNonNull(
                client().post().uri(path).header(header, value).retrieve().body(String.class));
    }

    private String get(String path) {
        return requireNonNull(client().get().uri(path).retrieve().body(String.class));
    }

    private RestClient client() {
        return RestClient.create("http://127.0.0.1:" + port);
    }
}
