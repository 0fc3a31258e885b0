package io.baton.batch.web;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes responses in JSON as the OpenAPI document describes them, without the application's message converters. */
final class BatchResponses {

    /** Reads strict JSON without duplicate fields. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private BatchResponses() {}

    /** Returns the part of the path that precedes the application's own paths, such as the servlet's. */
    static String context(ServerRequest request) {
        String whole = request.requestPath().value();
        return whole.substring(
                0,
                whole.length()
                        - request.requestPath().pathWithinApplication().value().length());
    }

    static ServerResponse ok(Object body) {
        return json(ServerResponse.ok(), MediaType.APPLICATION_JSON, body);
    }

    static ServerResponse created(Object body, @Nullable URI location) {
        ServerResponse.BodyBuilder builder = ServerResponse.status(HttpStatus.CREATED);
        return json(location == null ? builder : builder.location(location), MediaType.APPLICATION_JSON, body);
    }

    /** Returns a response with this body, which clients may not cache. */
    static ServerResponse json(ServerResponse.BodyBuilder builder, MediaType type, Object body) {
        byte[] bytes = MAPPER.writeValueAsBytes(body);
        return builder.contentType(type)
                .contentLength(bytes.length)
                .cacheControl(CacheControl.noStore())
                .build((request, response) -> {
                    response.getOutputStream().write(bytes);
                    return null;
                });
    }
}
