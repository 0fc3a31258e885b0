package io.baton.hosts.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may read and change, where Spring Security authenticates users. */
class DashboardSecurityTests {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String TOKEN = "4a8a08f0-9d37-4737-9564-9038408b5f33";

    private static Shop writing;
    private static Shop reading;

    @BeforeAll
    static void open() {
        writing = Shop.onH2("baton.dashboard.writes=true");
        reading = Shop.onH2();
    }

    @AfterAll
    static void close() {
        writing.close();
        reading.close();
    }

    private static HttpRequest.Builder look(Shop shop, String path) {
        return HttpRequest.newBuilder(URI.create(shop.dashboard() + path));
    }

    private static HttpRequest.Builder pause(Shop shop, String queue, String... headers) {
        HttpRequest.Builder request = look(shop, "api/queues/" + queue)
                .header("Content-Type", "application/json")
                .header("X-Baton-Request", "1")
                .POST(HttpRequest.BodyPublishers.ofString("{\"action\":\"pause\"}"));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static int status(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void a_user_without_login_or_role_sees_nothing() throws Exception {
        for (String path : new String[] {"", "app.js", "api", "api/jobs", "api/live"}) {
            assertThat(status(look(writing, path))).as(path).isEqualTo(401);
            assertThat(status(look(writing, path).header("Authorization", Shop.basic("karl"))))
                    .as(path)
                    .isEqualTo(403);
        }
        assertThat(status(look(writing, "api/jobs").header("Authorization", Shop.basic("olga"))))
                .isEqualTo(200);
    }

    @Test
    void a_change_needs_the_role_the_token_and_the_own_page() throws Exception {
        String olga = Shop.basic("olga");
        String cookie = "XSRF-TOKEN=" + TOKEN;
        assertThat(status(pause(writing, "a", "Authorization", olga, "Origin", writing.origin())))
                .as("without a token")
                .isIn(401, 403);
        assertThat(status(pause(
                        writing,
                        "a",
                        "Authorization",
                        Shop.basic("karl"),
                        "Cookie",
                        cookie,
                        "X-XSRF-TOKEN",
                        TOKEN,
                        "Origin",
                        writing.origin())))
                .as("without the role")
                .isEqualTo(403);
        assertThat(status(pause(
                        writing,
                        "a",
                        "Authorization",
                        olga,
                        "Cookie",
                        cookie,
                        "X-XSRF-TOKEN",
                        TOKEN,
                        "Origin",
                        "https://other.example")))
                .as("from another origin")
                .isEqualTo(403);
        assertThat(status(pause(
                        writing,
                        "a",
                        "Authorization",
                        olga,
                        "Cookie",
                        cookie,
                        "X-XSRF-TOKEN",
                        TOKEN,
                        "Origin",
                        writing.origin())))
                .isEqualTo(200);
    }

    private static HttpRequest.Builder change(Shop shop, String path, String action) {
        return look(shop, "api/" + path)
                .headers("Authorization", Shop.basic("olga"), "Cookie", "XSRF-TOKEN=" + TOKEN, "X-XSRF-TOKEN", TOKEN)
                .headers("Content-Type", "application/json", "X-Baton-Request", "1", "Origin", shop.origin())
                .POST(HttpRequest.BodyPublishers.ofString("{\"action\":\"" + action + "\"}"));
    }

    private static String text(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @CsvSource({"CLERK,403,403", "OPERATOR,404,409"})
    void each_change_needs_the_role_for_changes(String role, int ofJobs, int ofQueues) throws Exception {
        try (Shop shop = Shop.onH2("baton.dashboard.writes=true", "baton.dashboard.write-role=" + role)) {
            assertThat(status(change(shop, "jobs/1", "revive"))).isEqualTo(ofJobs);
            assertThat(status(change(shop, "queues/a", "resume"))).isEqualTo(ofQueues);
            if (ofJobs == 403) {
                for (String each :
                        List.of("batches/1 cancel-dead", "changes/1 remove", "recurring/nightly-settlement trigger")) {
                    assertThat(status(change(shop, each.split(" ", -1)[0], each.split(" ", -1)[1])))
                            .as(each)
                            .isEqualTo(403);
                }
                assertThat(text(olgas(shop, "api"))).doesNotContain("\"pause\"", "\"revive\"");
            } else {
                assertThat(text(olgas(shop, "api"))).contains("\"pause\"", "\"revive\"");
            }
            assertThat(text(olgas(shop, "api/changes"))).startsWith("{\"items\":[]");
            HttpRequest.Builder head = olgas(shop, "api").method("HEAD", HttpRequest.BodyPublishers.noBody());
            assertThat(status(head)).isEqualTo(200);
        }
    }

    private static HttpRequest.Builder olgas(Shop shop, String path) {
        return look(shop, path).header("Authorization", Shop.basic("olga"));
    }

    @Test
    void one_that_reads_changes_nothing() throws Exception {
        assertThat(status(pause(
                        reading,
                        "a",
                        "Authorization",
                        Shop.basic("olga"),
                        "Cookie",
                        "XSRF-TOKEN=" + TOKEN,
                        "X-XSRF-TOKEN",
                        TOKEN,
                        "Origin",
                        reading.origin())))
                .isEqualTo(403);
    }
}
