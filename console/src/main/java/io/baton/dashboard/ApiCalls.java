package io.baton.dashboard;

import io.baton.operator.Access;
import io.baton.operator.Operations;
import io.baton.operator.RefusedException;
import java.io.IOException;
import java.security.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Handles the calls of the page, in JSON. */
record ApiCalls(Operations operations, Access access) {

    private static final int LARGEST_BODY = 4_096;

    /** Returns the resources, each with the actions that the user is allowed to perform. */
    ServerResponse resources(ServerRequest request) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("writes", access.writes());
        body.put("showValues", access.showValues());
        body.put("resources", operations.actions(access.mayChange(request.servletRequest()::isUserInRole)));
        return DashboardResponses.json(body);
    }

    ServerResponse list(ServerRequest request) {
        return DashboardResponses.json(operations.list(
                request.pathVariable("resource"), request.params().toSingleValueMap(), access.shown()));
    }

    ServerResponse find(ServerRequest request) {
        return DashboardResponses.json(
                operations.find(request.pathVariable("resource"), request.pathVariable("id"), access.shown()));
    }

    ServerResponse change(ServerRequest request) throws IOException {
        JsonNode body = body(request);
        String action = text(body, "action");
        if (action == null) {
            throw RefusedException.invalid("\"action\" is missing");
        }
        return DashboardResponses.json(operations.change(
                request.pathVariable("resource"),
                request.pathVariable("id"),
                action,
                text(body, "value"),
                access.shown(),
                request.principal().map(Principal::getName).orElse("anonymous")));
    }

    private static JsonNode body(ServerRequest request) throws IOException {
        if (!isJson(request)) {
            throw new RefusedException(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE.value(), "Send the body as " + MediaType.APPLICATION_JSON_VALUE);
        }
        byte[] bytes = request.servletRequest().getInputStream().readNBytes(LARGEST_BODY + 1);
        if (bytes.length > LARGEST_BODY) {
            throw new RefusedException(
                    HttpStatus.CONTENT_TOO_LARGE.value(), "The body has at most " + LARGEST_BODY + " bytes");
        }
        JsonNode body;
        try {
            body = DashboardResponses.JSON.readTree(bytes);
        } catch (JacksonException e) {
            throw RefusedException.invalid("The body is no JSON");
        }
        if (!body.isObject() || !Set.of("action", "value").containsAll(body.propertyNames())) {
            throw RefusedException.invalid("The body has to be a JSON object with \"action\" and \"value\"");
        }
        return body;
    }

    private static boolean isJson(ServerRequest request) {
        try {
            return request.headers()
                    .contentType()
                    .filter(MediaType.APPLICATION_JSON::includes)
                    .isPresent();
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static @Nullable String text(JsonNode body, String field) {
        JsonNode value = body.path(field);
        if (!value.isString() && !value.isMissingNode() && !value.isNull()) {
            throw RefusedException.invalid("\"" + field + "\" has to be a text");
        }
        return value.stringValue(null);
    }
}
