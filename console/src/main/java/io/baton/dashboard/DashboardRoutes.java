package io.baton.dashboard;

import io.baton.operator.Access;
import io.baton.operator.Operations;
import io.baton.operator.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicate;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Routes every path below the path of the dashboard. Each request has to pass the {@link Gate}. */
public final class DashboardRoutes {

    private DashboardRoutes() {}

    /** Returns the routes; {@code proxied} is whether the web server trusts forwarded headers. */
    public static RouterFunction<ServerResponse> of(
            Operations operations, LiveFeed feed, String path, boolean proxied, Access access) {
        StaticFiles files = new StaticFiles();
        Gate gate = new Gate(proxied, access);
        ApiCalls calls = new ApiCalls(operations, access);
        String api = path + "/api";
        return RouterFunctions.route()
                .route(get(path), request -> withSlash(path))
                .route(get(path + "/"), request -> files.file("index.html"))
                .route(get(api), after(gate::requireNoOtherSite, calls::resources))
                .route(
                        get(api + "/live"),
                        after(gate::requireNoOtherSite, request -> DashboardResponses.json(feed.sample())))
                .route(get(api + "/{resource}"), after(gate::requireNoOtherSite, calls::list))
                .route(get(api + "/{resource}/{id}"), after(gate::requireNoOtherSite, calls::find))
                .POST(api + "/{resource}/{id}", after(gate::requireChangeAllowed, calls::change))
                .route(get(path + "/{file}"), request -> files.file(request.pathVariable("file")))
                .route(RequestPredicates.path(path + "/**"), request -> {
                    throw new RefusedException(HttpStatus.NOT_FOUND.value(), "There is nothing here");
                })
                .filter((request, next) -> {
                    try {
                        return after(gate::requireAllowed, next).handle(request);
                    } catch (RefusedException e) {
                        return DashboardResponses.problem(
                                HttpStatus.valueOf(e.status()), String.valueOf(e.getMessage()));
                    }
                })
                .build();
    }

    /** Matches HEAD too; the web server omits the body of its response. */
    private static RequestPredicate get(String path) {
        return RequestPredicates.methods(HttpMethod.GET, HttpMethod.HEAD).and(RequestPredicates.path(path));
    }

    /** Returns a handler that first checks the request. */
    private static HandlerFunction<ServerResponse> after(
            Consumer<HttpServletRequest> check, HandlerFunction<ServerResponse> call) {
        return request -> {
            check.accept(request.servletRequest());
            return call.handle(request);
        };
    }

    /** Redirects to the path with a slash at its end, since the page names its files relative to that. */
    private static ServerResponse withSlash(String path) {
        String last = path.substring(path.lastIndexOf('/') + 1);
        return DashboardResponses.status(HttpStatus.FOUND)
                .location(URI.create("./" + last + "/"))
                .build();
    }

    /** Serves the files of the page and no others. Each is read once. */
    private static final class StaticFiles {

        private static final Map<String, MediaType> TYPES = Map.of(
                "html", MediaType.parseMediaType("text/html;charset=UTF-8"),
                "css", MediaType.parseMediaType("text/css;charset=UTF-8"),
                "js", MediaType.parseMediaType("text/javascript;charset=UTF-8"),
                "svg", MediaType.parseMediaType("image/svg+xml"));

        private static final String[] NAMES = """
                index.html app.css icon.svg app.js api.js dom.js format.js charts.js actions.js activity.js overview.js parts.js jobs.js \
                saved.js export.js job.js why.js workers.js limits.js flows.js graph.js recurring.js changes.js uPlot.iife.min.js \
                uPlot.min.css""".split(" ", -1);

        private final Map<String, byte[]> files = new HashMap<>();

        StaticFiles() {
            for (String name : NAMES) {
                try {
                    files.put(name, new ClassPathResource(name, StaticFiles.class).getContentAsByteArray());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        ServerResponse file(String name) {
            byte[] content = files.get(name);
            MediaType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            if (content == null || type == null) {
                throw new RefusedException(HttpStatus.NOT_FOUND.value(), "There is no such file");
            }
            return DashboardResponses.bytes(
                    DashboardResponses.status(HttpStatus.OK).contentType(type), content);
        }
    }
}
