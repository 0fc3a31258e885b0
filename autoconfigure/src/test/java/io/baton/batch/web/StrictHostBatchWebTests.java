package io.baton.batch.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

/** What the application's web interface is like changes nothing of the documented one, and the other way round. */
@OnEachDatabase(TestDatabase.H2)
class StrictHostBatchWebTests extends BatchWebTests {

    private final HttpClient http = HttpClient.newHttpClient();

    @Override
    String context() {
        return StrictHost.CONTEXT;
    }

    @Override
    String path() {
        return StrictHost.PATH;
    }

    @Override
    Class<?> application() {
        return StrictHost.class;
    }

    @Override
    String[] properties() {
        return StrictHost.PROPERTIES;
    }

    private HttpResponse<String> send(String method, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        WebHost.address(host).resolve(StrictHost.CONTEXT + path))
                .method(method, BodyPublishers.noBody());
        return http.send((headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofString());
    }

    @Test
    void the_security_of_the_application_stands_before_it() throws Exception {
        assertThat(send("GET", StrictHost.PATH + "/openapi.json").statusCode()).isEqualTo(401);
        assertThat(send("POST", StrictHost.PATH).statusCode()).isEqualTo(401);
        assertThat(send("GET", StrictHost.PATH + "/openapi.json", "Authorization", "yes")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void the_pages_of_the_application_are_what_they_were() throws Exception {
        HttpResponse<String> greeting = send("GET", "/v1/baton/batches", "Authorization", "yes");
        assertThat(greeting.body()).contains("the_content", "first_word", "hello");
        assertThat(send("GET", "/own", "Authorization", "yes").body()).isEqualTo("own");
    }

    @Test
    void pages_of_origins_allowed_by_the_application_may_call_it() throws Exception {
        assertThat(preflight("https://friend.example", "POST").statusCode()).isEqualTo(200);
        assertThat(preflight("https://foe.example", "POST").statusCode()).isEqualTo(403);
    }

    private HttpResponse<String> preflight(String origin, String method) throws Exception {
        return send("OPTIONS", StrictHost.PATH, "Origin", origin, "Access-Control-Request-Method", method);
    }

    @Test
    void a_path_tells_which_methods_it_knows() throws Exception {
        HttpResponse<String> options = send("OPTIONS", StrictHost.PATH);
        assertThat(options.statusCode()).isEqualTo(204);
        assertThat(options.headers().firstValue("Allow").orElse("").split(","))
                .containsExactlyInAnyOrder("GET", "HEAD", "OPTIONS", "POST");
        HttpResponse<String> head = send("HEAD", StrictHost.PATH + "/openapi.json", "Authorization", "yes");
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
    }
}
