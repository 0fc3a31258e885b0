package io.baton.dashboard;

import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import io.baton.operator.Access;
import io.baton.operator.Operations;
import io.baton.operator.RefusedException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Routes every path below the path of the dashboard. Each request has to pass the {@link Gate}. */
public final class DashboardRoutes {

    private static final Logger log = LoggerFactory.getLogger(DashboardRoutes.class);

    private final String path;
    private final Gate gate;
    private final RouterFunctions.Builder routes = RouterFunctions.route();

    private DashboardRoutes(String path, Gate gate) {
        this.path = path;
        this.gate = gate;
    }

    /**
     * Returns the routes.
     *
     * @param proxied whether the web server trusts forwarded headers
     */
    public static RouterFunction<ServerResponse> of(
            Operations operations, LiveFeed feed, String path, boolean proxied, Access access) {
        StaticFiles files = new StaticFiles();
        DashboardRoutes routes = new DashboardRoutes(path, new Gate(proxied, access));
        ApiCalls calls = new ApiCalls(operations, access);
        return routes.on("", Map.of(HttpMethod.GET, routes::withSlash))
                .on("/", Map.of(HttpMethod.GET, files::page))
                .on("/api", routes.own(calls::resources))
                .on("/api/live", routes.own(request -> DashboardResponses.json(feed.sample())))
                .on("/api/{resource}", routes.own(calls::list))
                .on(
                        "/api/{resource}/{id}",
                        Map.of(
                                HttpMethod.GET, routes.sameSite(calls::find),
                                HttpMethod.POST, routes.sameSite(calls::change)))
                .on("/{file}", Map.of(HttpMethod.GET, files::file))
                .on("/**", Map.of(HttpMethod.GET, request -> {
                    throw new RefusedException(HttpStatus.NOT_FOUND.value(), "There is nothing here");
                }))
                .routes
                .build();
    }

    private Map<HttpMethod, HandlerFunction<ServerResponse>> own(HandlerFunction<ServerResponse> call) {
        return Map.of(HttpMethod.GET, sameSite(call));
    }

    private HandlerFunction<ServerResponse> sameSite(HandlerFunction<ServerResponse> call) {
        return request -> {
            gate.requireNoOtherSite(request.servletRequest());
            if (request.method().equals(HttpMethod.POST)) {
                gate.requireChangeAllowed(request.servletRequest());
            }
            return call.handle(request);
        };
    }

    /** Redirects to the path with a slash at its end, since the page names its files relative to that. */
    private ServerResponse withSlash(ServerRequest request) {
        String last = path.substring(path.lastIndexOf('/') + 1);
        return DashboardResponses.status(HttpStatus.FOUND)
                .location(URI.create("./" + last + "/"))
                .build();
    }

    private DashboardRoutes on(String below, Map<HttpMethod, HandlerFunction<ServerResponse>> calls) {
        routes.route(RequestPredicates.path(path + below), request -> respond(request, calls));
        return this;
    }

    private ServerResponse respond(ServerRequest request, Map<HttpMethod, HandlerFunction<ServerResponse>> calls)
            throws Exception {
        try {
            gate.requireAllowed(request.servletRequest());
            // the web server omits the body of a response to HEAD
            HttpMethod method = request.method().equals(HttpMethod.HEAD) ? HttpMethod.GET : request.method();
            HandlerFunction<ServerResponse> call = calls.get(method);
            return call == null ? notAllowed(calls) : call.handle(request);
        } catch (RefusedException e) {
            return DashboardResponses.problem(HttpStatus.valueOf(e.status()), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.warn("A call of the dashboard failed: {}", FailureText.of(e));
            log.debug("A call of the dashboard failed", LoggedFailure.of(e));
            return DashboardResponses.problem(
                    HttpStatus.INTERNAL_SERVER_ERROR, "The call failed; the log of the application says why");
        }
    }

    private static ServerResponse notAllowed(Map<HttpMethod, HandlerFunction<ServerResponse>> calls) {
        HttpStatus status = HttpStatus.METHOD_NOT_ALLOWED;
        Set<HttpMethod> methods = new TreeSet<>(calls.keySet());
        methods.add(HttpMethod.HEAD);
        return DashboardResponses.problem(
                DashboardResponses.status(status).allow(methods), status, "The header Allow lists the allowed methods");
    }
}
