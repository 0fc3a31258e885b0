package io.baton.batch.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls an application as its document says, and finds each answer in that document. */
final class DocumentedApi {

    static final JsonMapper JSON = JsonMapper.shared();
    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch");

    record Answer(int status, HttpHeaders headers, JsonNode body) {

        String problem() {
            return body.path("type").asString("").replace("urn:baton:problem:", "");
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI server;
    private final String path;
    private final JsonNode document;
    private final Set<String> seen = new ConcurrentSkipListSet<>();

    /** Reads the document that is served below this path, within whatever the server calls its context. */
    DocumentedApi(URI server, String context, String path) {
        this.server = server;
        this.path = path;
        this.document = JSON.readTree(send(request("GET", context + path + "/openapi.json", null, "application/json"))
                .body());
        assertThat(document.at("/servers/0/url").stringValue()).isEqualTo(context.isEmpty() ? "/" : context);
    }

    JsonNode document() {
        return document;
    }

    Answer get(String below) {
        return call("GET", below, null);
    }

    Answer post(String below, @Nullable String body) {
        return call("POST", below, body);
    }

    Answer call(String method, String below, @Nullable String body) {
        return call(method, below, body, "application/json");
    }

    Answer call(String method, String below, @Nullable String body, String contentType) {
        return call(method, below, body, request(method, target(below), body, contentType));
    }

    /** Posts a body in chunks, without saying how long it is. */
    Answer postChunked(String below, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return call(
                "POST",
                below,
                body,
                sending(
                        "POST",
                        target(below),
                        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)),
                        "application/json"));
    }

    private String target(String below) {
        String context = document.at("/servers/0/url").stringValue();
        return (context.equals("/") ? "" : context) + path + below;
    }

    private Answer call(String method, String below, @Nullable String body, HttpRequest request) {
        HttpResponse<String> response = send(request);
        Answer answer = new Answer(response.statusCode(), response.headers(), JSON.readTree(response.body()));
        check(method, path + below.replaceAll("\\?.*", ""), body, answer);
        return answer;
    }

    private HttpRequest request(String method, String target, @Nullable String body, String contentType) {
        return sending(
                method, target, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body), contentType);
    }

    private HttpRequest sending(String method, String target, BodyPublisher body, String contentType) {
        return HttpRequest.newBuilder(server.resolve(target))
                .method(method, body)
                .header("Content-Type", contentType)
                .header("Authorization", "Bearer of good news")
                .build();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void check(String method, String target, @Nullable String body, Answer answer) {
        JsonNode operations = operations(target);
        String called = method.toLowerCase(Locale.ROOT);
        if (operations.has(called)) {
            check(operations.get(called), body, answer);
        } else {
            assertThat(answer.status()).isEqualTo(405);
            operations.forEachEntry((name, operation) -> {
                if (METHODS.contains(name)) {
                    check(operation, null, answer);
                }
            });
        }
    }

    /** A path that says nothing of ids stands before one that does. */
    private JsonNode operations(String target) {
        JsonNode exact = document.get("paths").path(target);
        return exact.isObject()
                ? exact
                : document.get("paths")
                        .propertyStream()
                        .filter(each -> target.matches(each.getKey().replace("{id}", "[^/]+")))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("The document does not know " + target));
    }

    private void check(JsonNode operation, @Nullable String body, Answer answer) {
        String name = operation.get("operationId").stringValue() + " " + answer.status();
        JsonNode documented = operation.get("responses").path(String.valueOf(answer.status()));
        assertThat(documented.isObject())
                .as(name + " is documented, with " + answer.body())
                .isTrue();
        JsonNode response = DocumentedSchema.resolved(document, documented);
        String type = answer.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
        JsonNode schema = response.get("content").path(type).path("schema");
        assertThat(schema.isObject()).as(name + " is documented as " + type).isTrue();
        new DocumentedSchema(document, schema).check(answer.body(), name);
        assertThat(answer.headers().map().keySet().stream().map(header -> header.toLowerCase(Locale.ROOT)))
                .containsAll(response.path("headers").propertyNames().stream()
                        .map(header -> header.toLowerCase(Locale.ROOT))
                        .toList());
        if (body != null && answer.status() < 300) {
            new DocumentedSchema(document, operation.at("/requestBody/content/application~1json/schema"))
                    .check(JSON.readTree(body), name + ", as it was sent");
        }
        seen.add(name);
    }

    /** Returns what the document promises and nobody has seen. */
    Set<String> unseen() {
        Set<String> promised = document.get("paths")
                .valueStream()
                .flatMap(operations -> operations
                        .propertyStream()
                        .filter(each -> METHODS.contains(each.getKey()))
                        .map(Map.Entry::getValue))
                .flatMap(operation -> operation.get("responses").propertyNames().stream()
                        .map(status -> operation.get("operationId").stringValue() + " " + status))
                .collect(Collectors.toCollection(TreeSet::new));
        promised.removeAll(seen);
        return promised;
    }
}
