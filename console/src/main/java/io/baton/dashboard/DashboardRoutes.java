package io.baton.dashboard;

import io.baton.operator.Access;
import io.baton.operator.Operations;
import io.baton.operator.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.function.Consumer;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicate;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** Routes every path below the path of the dashboard. Each request has to pass the {@link Gate}. */
public final class DashboardRoutes {

    private DashboardRoutes() {}

    /**
     * Returns the routes.
     *
     * @param proxied whether the web server trusts forwarded headers
     */
    public static RouterFunction<ServerResponse> of(
            Operations operations, LiveFeed feed, String path, boolean proxied, Access access) {
        StaticFiles files = new StaticFiles();
        Gate gate = new Gate(proxied, access);
        ApiCalls calls = new ApiCalls(operations, access);
        String api = path + "/api";
        return RouterFunctions.route()
                .route(get(path), request -> withSlash(path))
                .route(get(path + "/"), files::page)
                .route(get(api), after(gate::requireNoOtherSite, calls::resources))
                .route(
                        get(api + "/live"),
                        after(gate::requireNoOtherSite, request -> DashboardResponses.json(feed.sample())))
                .route(get(api + "/{resource}"), after(gate::requireNoOtherSite, calls::list))
                .route(get(api + "/{resource}/{id}"), after(gate::requireNoOtherSite, calls::find))
                .POST(api + "/{resource}/{id}", after(gate::requireChangeAllowed, calls::change))
                .route(get(path + "/{file}"), files::file)
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
}
