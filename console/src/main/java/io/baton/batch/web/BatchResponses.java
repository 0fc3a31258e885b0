package io.baton.batch.web;

import io.baton.BatchItems;
import io.baton.BatchStatus;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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

    static ServerResponse ok(JsonNode body) {
        return json(ServerResponse.ok().contentType(MediaType.APPLICATION_JSON), body);
    }

    /** Returns the response for a new batch or items, with the location if there is one. */
    static ServerResponse created(JsonNode body, @Nullable URI location) {
        ServerResponse.BodyBuilder builder =
                ServerResponse.status(HttpStatus.CREATED).contentType(MediaType.APPLICATION_JSON);
        return json(location == null ? builder : builder.location(location), body);
    }

    /** Returns a response with this body, which clients may not cache. */
    static ServerResponse json(ServerResponse.BodyBuilder builder, JsonNode body) {
        byte[] bytes = MAPPER.writeValueAsBytes(body);
        return builder.contentLength(bytes.length)
                .cacheControl(CacheControl.noStore())
                .build((request, response) -> {
                    response.getOutputStream().write(bytes);
                    return null;
                });
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode of(BatchStatus status) {
        return object().put("id", status.id().value())
                .put("key", status.key())
                .put("state", status.state().name())
                .put("items", status.items())
                .put("remaining", status.remaining())
                .put("dead", status.dead())
                .put("cancelled", status.cancelled())
                .put("sealed", status.sealed())
                .put("complete", status.complete())
                .put("completedAt", status.completedAt() == null ? null : String.valueOf(status.completedAt()))
                .put("completedNow", status.completedNow());
    }

    static ObjectNode of(BatchItems items) {
        ObjectNode object = object().put("batch", items.batch().value());
        ArrayNode groups = object.putArray("groups");
        items.groups().forEach(group -> groups.addObject().put("id", group.id()).put("size", group.size()));
        return object;
    }
}
