package io.baton.batch.web;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerRequest;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The JSON object in the body of a request. Its size is bounded, and so are the parts that problems quote, since the sender is not trusted. */
record JsonBody(JsonNode object) {

    private static final MediaType ANY_JSON = MediaType.valueOf("application/*+json");

    /** Reads a body, which may have these fields only. */
    static JsonBody of(ServerRequest request, int mostBytes, String... fields) throws IOException {
        if (!isJson(request)) {
            throw ProblemType.UNSUPPORTED_MEDIA_TYPE.refused("Send the body as " + MediaType.APPLICATION_JSON);
        }
        JsonNode object = parse(bytes(request, mostBytes));
        if (!object.isObject()) {
            throw unreadable("It has to be a JSON object");
        }
        Set<String> known = Set.of(fields);
        if (!known.containsAll(object.propertyNames())) {
            throw unreadable("It has fields that are not known here; those that are: " + String.join(", ", fields));
        }
        return new JsonBody(object);
    }

    private static boolean isJson(ServerRequest request) {
        try {
            return request.headers()
                    .contentType()
                    .filter(type -> MediaType.APPLICATION_JSON.includes(type) || ANY_JSON.includes(type))
                    .isPresent();
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static byte[] bytes(ServerRequest request, int most) throws IOException {
        if (request.headers().contentLength().orElse(0) <= most) {
            byte[] bytes = request.servletRequest().getInputStream().readNBytes(most + 1);
            if (bytes.length <= most) {
                return bytes;
            }
        }
        throw ProblemType.BODY_TOO_LARGE.refused("The body of this call has at most " + most + " bytes");
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            return BatchResponses.MAPPER.readTree(bytes);
        } catch (JacksonException e) {
            throw unreadable("It is no JSON"
                    + (e.getLocation() == null
                            ? ""
                            : ", as line " + e.getLocation().getLineNr() + ", column "
                                    + e.getLocation().getColumnNr() + " shows"));
        }
    }

    private static ProblemType.RefusedException unreadable(String detail) {
        return ProblemType.UNREADABLE_BODY.refused(detail);
    }

    /** Returns the text of a field; empty if it is missing or null. */
    Optional<String> text(String field) {
        JsonNode value = object.path(field);
        if (!value.isString() && !value.isMissingNode() && !value.isNull()) {
            throw unreadable("The field \"" + field + "\" has to be a text");
        }
        return value.stringValueOpt();
    }

    int number(String field) {
        JsonNode value = object.path(field);
        if (!value.isIntegralNumber()) {
            throw unreadable("The field \"" + field + "\" has to be a whole number");
        }
        // a number that does not fit is out of range for every caller
        return value.canConvertToInt()
                ? value.intValue()
                : value.bigIntegerValue().signum() * Integer.MAX_VALUE;
    }

    /** Returns the elements of a field that is a list of texts. */
    List<String> texts(String field) {
        JsonNode values = object.path(field);
        if (!values.isArray() || !values.valueStream().allMatch(JsonNode::isString)) {
            throw unreadable("The field \"" + field + "\" has to be a list of texts");
        }
        return values.valueStream().map(JsonNode::stringValue).toList();
    }
}
