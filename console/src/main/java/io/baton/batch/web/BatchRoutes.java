package io.baton.batch.web;

import io.baton.batch.BatonBatches;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.springframework.http.HttpMethod;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.UriComponentsBuilder;

/** Routes paths to calls. Each path handles every method, so that the response to a wrong method names the allowed ones. */
public final class BatchRoutes {

    private final String path;
    private final RouterFunctions.Builder routes = RouterFunctions.route();

    private BatchRoutes(String path) {
        this.path = path;
    }

    /**
     * Returns the routes.
     *
     * @param path the path below which the routes are
     */
    public static RouterFunction<ServerResponse> of(BatonBatches batches, String path) {
        BatchCalls calls = new BatchCalls(batches, path);
        ApiDocument document = new ApiDocument(path);
        return new BatchRoutes(path)
                .on("", Map.of(HttpMethod.GET, calls::find, HttpMethod.POST, calls::open), "key")
                .on("/acks", Map.of(HttpMethod.POST, calls::ack))
                .on("/openapi.json", Map.of(HttpMethod.GET, document::show))
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
}
