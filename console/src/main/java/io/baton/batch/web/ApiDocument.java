package io.baton.batch.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.node.ObjectNode;

/** Serves the OpenAPI document, with the paths of this application. */
final class ApiDocument {

    private final ObjectNode document;

    ApiDocument(String path) {
        this.document = (ObjectNode) BatchResponses.MAPPER.readTree(text().replace("\"/baton/batches", "\"" + path));
    }

    private static String text() {
        try {
            return new ClassPathResource("openapi.json", ApiDocument.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ServerResponse show(ServerRequest request) {
        String context = BatchResponses.context(request);
        ObjectNode shown = document.deepCopy();
        shown.putArray("servers").addObject().put("url", context.isEmpty() ? "/" : context);
        return BatchResponses.ok(shown);
    }
}
