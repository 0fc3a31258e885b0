package io.baton.batch.web;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.JsonNode;

/** Answers in JSON, written past the application's message converters. */
final class Answers {

    private Answers() {}

    /** Returns what stands before the paths that this application knows, such as the servlet's. */
    static String context(ServerRequest request) {
        String whole = request.requestPath().value();
        return whole.substring(
                0,
                whole.length()
                        - request.requestPath().pathWithinApplication().value().length());
    }

    static ServerResponse ok(JsonNode body) {
        return json(ServerResponse.ok().contentType(MediaType.APPLICATION_JSON), body);
    }

    /** Returns the answer that tells of something new, and where it is if it is anywhere. */
    static ServerResponse created(JsonNode body, @Nullable URI location) {
        ServerResponse.BodyBuilder answer =
                ServerResponse.status(HttpStatus.CREATED).contentType(MediaType.APPLICATION_JSON);
        return json(location == null ? answer : answer.location(location), body);
    }

    static ServerResponse.BodyBuilder problem(ProblemDetail problem) {
        return ServerResponse.status(HttpStatusCode.valueOf(problem.getStatus()))
                .contentType(MediaType.APPLICATION_PROBLEM_JSON);
    }

    /** Returns an answer with this body, which nobody keeps for later: the next one may differ. */
    static ServerResponse json(ServerResponse.BodyBuilder answer, JsonNode body) {
        byte[] bytes = Json.MAPPER.writeValueAsBytes(body);
        return answer.contentLength(bytes.length)
                .cacheControl(CacheControl.noStore())
                .build((request, response) -> {
                    response.getOutputStream().write(bytes);
                    return null;
                });
    }
}
