package io.baton.batch.web;

import io.baton.BatchItems;
import io.baton.BatchStatus;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON as the document describes it, whatever the application does to its own. */
final class Json {

    /** Reads what is JSON by the book, and says nothing twice. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

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

    static ObjectNode of(ProblemDetail problem) {
        return object().put("type", String.valueOf(problem.getType()))
                .put("title", problem.getTitle())
                .put("status", problem.getStatus())
                .put("detail", problem.getDetail());
    }
}
