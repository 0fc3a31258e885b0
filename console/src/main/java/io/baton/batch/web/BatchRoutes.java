package io.baton.batch.web;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchStatus;
import io.baton.BatonException;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.BatonBatches.OpenedBatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpMethod;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.UriComponentsBuilder;
import tools.jackson.databind.node.ObjectNode;

/** Routes paths to calls, and handles them. Each path handles every method, so that the response to a wrong method names the allowed ones. */
public final class BatchRoutes {

    private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,17}");
    private static final int MOST_ITEMS = 10_000;
    private static final int SHORT_BODY = 16_384;
    // an id of an item has 43 characters at most; the rest is for quotes, a comma and indentation
    private static final int LONG_BODY = BatonBatches.MOST_ACKS * 100;

    private final BatonBatches batches;
    private final String path;
    private final RouterFunctions.Builder routes = RouterFunctions.route();

    private BatchRoutes(BatonBatches batches, String path) {
        this.batches = batches;
        this.path = path;
    }

    public static RouterFunction<ServerResponse> of(BatonBatches batches, String path) {
        BatchRoutes calls = new BatchRoutes(batches, path);
        return calls.on("", Map.of(HttpMethod.GET, calls::find, HttpMethod.POST, calls::open), "key")
                .on("/acks", Map.of(HttpMethod.POST, calls::ack))
                .on("/openapi.json", Map.of(HttpMethod.GET, document(path)))
                .on("/{id}", Map.of(HttpMethod.GET, calls::status))
                .on("/{id}/items", Map.of(HttpMethod.POST, calls::add))
                .on("/{id}/seal", Map.of(HttpMethod.POST, calls::seal))
                .routes
                .build();
    }

    private BatchRoutes on(String below, Map<HttpMethod, HandlerFunction<ServerResponse>> calls, String... parameters) {
        Set<String> known = Set.of(parameters);
        routes.route(RequestPredicates.path(path + below), request -> respond(request, calls, known));
        return this;
    }

    private static ServerResponse respond(
            ServerRequest request, Map<HttpMethod, HandlerFunction<ServerResponse>> calls, Set<String> parameters)
            throws Exception {
        HttpMethod method = HttpMethod.HEAD.equals(request.method()) ? HttpMethod.GET : request.method();
        HandlerFunction<ServerResponse> call = calls.get(method);
        if (call == null) {
            return notAllowed(request, calls.keySet());
        }
        try {
            refuseUnknown(request, HttpMethod.GET.equals(method) ? parameters : Set.of());
            return call.handle(request);
        } catch (RuntimeException e) {
            return ProblemType.of(e);
        }
    }

    /** Refuses unknown parameters of the query. A form in the body is refused for its media type. */
    private static void refuseUnknown(ServerRequest request, Set<String> known) {
        Set<String> unknown = UriComponentsBuilder.fromUri(request.uri()).build().getQueryParams().keySet().stream()
                .filter(name -> !known.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        if (!unknown.isEmpty()) {
            throw ProblemType.UNKNOWN_PARAMETER.refused(
                    "There is no parameter of the name " + String.join(", ", unknown) + " here; "
                            + (known.isEmpty() ? "there are none" : "there is only " + String.join(", ", known)));
        }
    }

    private static ServerResponse notAllowed(ServerRequest request, Set<HttpMethod> calls) {
        Set<HttpMethod> allowed = new TreeSet<>(Comparator.comparing(HttpMethod::name));
        allowed.addAll(calls);
        allowed.add(HttpMethod.OPTIONS);
        if (calls.contains(HttpMethod.GET)) {
            allowed.add(HttpMethod.HEAD);
        }
        if (HttpMethod.OPTIONS.equals(request.method())) {
            return ServerResponse.noContent().allow(allowed).build();
        }
        return ProblemType.METHOD_NOT_ALLOWED.response("The header Allow lists the allowed methods", allowed);
    }

    private ServerResponse open(ServerRequest request) throws IOException {
        String key = JsonBody.of(request, SHORT_BODY, "key").text("key").orElse(null);
        OpenedBatch opened = key == null ? new OpenedBatch(batches.open(), true) : batches.opened(checked(key));
        BatchStatus status = opened.batch().status();
        URI location = URI.create(
                BatchResponses.context(request) + path + "/" + opened.batch().id());
        return opened.created() ? BatchResponses.created(status, location) : BatchResponses.ok(status);
    }

    private ServerResponse find(ServerRequest request) {
        String key = request.param("key")
                .orElseThrow(() -> ProblemType.INVALID_KEY.refused("Name the key: " + path + "?key=..."));
        return batches.find(checked(key))
                .map(batch -> BatchResponses.ok(batch.status()))
                .orElseThrow(() -> ProblemType.UNKNOWN_BATCH.refused("There is no batch of this key"));
    }

    private ServerResponse status(ServerRequest request) {
        return BatchResponses.ok(batch(request).status());
    }

    private ServerResponse add(ServerRequest request) throws IOException {
        int count = JsonBody.of(request, SHORT_BODY, "count").number("count");
        if (count < 0) {
            throw ProblemType.INVALID_COUNT.refused("The count has to be 0 or more");
        }
        if (count > MOST_ITEMS) {
            throw ProblemType.TOO_MANY_ITEMS.refused("Add up to " + MOST_ITEMS + " items at once");
        }
        return BatchResponses.created(batch(request).addItems(count), null);
    }

    private ServerResponse seal(ServerRequest request) {
        return BatchResponses.ok(batch(request).seal());
    }

    private ServerResponse ack(ServerRequest request) throws IOException {
        List<String> items = JsonBody.of(request, LONG_BODY, "items").texts("items");
        if (items.size() > BatonBatches.MOST_ACKS) {
            throw ProblemType.TOO_MANY_ITEMS.refused("Acknowledge up to " + BatonBatches.MOST_ACKS + " items at once");
        }
        return BatchResponses.ok(Map.of("batches", batches.ack(items)));
    }

    private Batch batch(ServerRequest request) {
        String id = request.pathVariable("id");
        if (!ID.matcher(id).matches()) {
            throw ProblemType.UNKNOWN_BATCH.refused("The id of a batch is a whole number from 1");
        }
        return batches.find(BatchId.valueOf(id))
                .orElseThrow(() -> ProblemType.UNKNOWN_BATCH.refused("There is no batch " + id
                        + ", or no more: batches are removed some time after they have ended"));
    }

    private static String checked(String key) {
        try {
            return BatchWork.checkedKey(key);
        } catch (BatonException e) {
            throw ProblemType.INVALID_KEY.refused(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the call that shows the OpenAPI document, with the paths of this application. */
    private static HandlerFunction<ServerResponse> document(String path) {
        String text;
        try {
            text = new ClassPathResource("openapi.json", BatchRoutes.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ObjectNode document =
                (ObjectNode) BatchResponses.MAPPER.readTree(text.replace("\"/baton/batches", "\"" + path));
        return request -> {
            String context = BatchResponses.context(request);
            ObjectNode shown = document.deepCopy();
            shown.putArray("servers").addObject().put("url", context.isEmpty() ? "/" : context);
            return BatchResponses.ok(shown);
        };
    }
}
