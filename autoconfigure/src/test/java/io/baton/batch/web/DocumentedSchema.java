package io.baton.batch.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Tells whether JSON is as a schema of a document says, and has no field that the schema does not name. */
record DocumentedSchema(JsonNode document, JsonNode schema) {

    DocumentedSchema(JsonNode document, JsonNode schema) {
        this.document = document;
        this.schema = resolved(document, schema);
    }

    /** Returns what a reference leads to. */
    static JsonNode resolved(JsonNode document, JsonNode node) {
        JsonNode reference = node.path("$ref");
        return reference.isString() ? document.at(reference.stringValue().substring(1)) : node;
    }

    void check(JsonNode value, String where) {
        assertThat(types()).as(where + " is " + value).anyMatch(type -> isOfType(value, type));
        if (schema.has("enum")) {
            assertThat(schema.get("enum").valueStream()).as(where).contains(value);
        }
        if (value.isNumber()) {
            assertThat(value.longValue())
                    .as(where)
                    .isBetween(
                            schema.path("minimum").asLong(Long.MIN_VALUE),
                            schema.path("maximum").asLong(Long.MAX_VALUE));
        } else if (value.isString()) {
            assertThat(value.stringValue())
                    .as(where)
                    .hasSizeBetween(
                            schema.path("minLength").asInt(0),
                            schema.path("maxLength").asInt(Integer.MAX_VALUE))
                    .matches(Pattern.compile(schema.path("pattern").asString(".*"), Pattern.DOTALL));
        } else if (value.isArray()) {
            checkItems(value, where);
        } else if (value.isObject() && schema.has("properties")) {
            checkFields(value, where);
        }
    }

    private List<String> types() {
        JsonNode type = schema.path("type");
        return type.isArray()
                ? type.valueStream().map(JsonNode::stringValue).toList()
                : List.of(Objects.requireNonNull(type.stringValue()));
    }

    private static boolean isOfType(JsonNode value, String type) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> false;
        };
    }

    private void checkItems(JsonNode values, String where) {
        assertThat(values.size())
                .as(where)
                .isLessThanOrEqualTo(schema.path("maxItems").asInt(Integer.MAX_VALUE));
        DocumentedSchema items = new DocumentedSchema(document, schema.get("items"));
        for (int i = 0; i < values.size(); i++) {
            items.check(values.get(i), where + "[" + i + "]");
        }
    }

    private void checkFields(JsonNode object, String where) {
        JsonNode fields = schema.get("properties");
        assertThat(fields.propertyNames()).as(where + ": fields").containsAll(object.propertyNames());
        assertThat(object.propertyNames())
                .as(where + ": fields that are required")
                .containsAll(schema.path("required")
                        .valueStream()
                        .map(JsonNode::stringValue)
                        .toList());
        object.forEachEntry(
                (name, value) -> new DocumentedSchema(document, fields.get(name)).check(value, where + "." + name));
    }
}
