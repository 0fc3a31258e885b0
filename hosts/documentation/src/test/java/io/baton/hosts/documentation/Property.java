package io.baton.hosts.documentation;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A property of Baton's, as the metadata of the auto-configuration describes it. */
record Property(String name, String type, String value, String description) {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final Pattern MAP = Pattern.compile("java\\.util\\.Map<java\\.lang\\.String,(.*)>");

    static List<Property> all() {
        List<Property> all = new ArrayList<>();
        try {
            for (URL url : Collections.list(Property.class.getClassLoader().getResources(METADATA))) {
                try (InputStream stream = url.openStream()) {
                    for (JsonNode each : JsonMapper.shared().readTree(stream).get("properties")) {
                        String name = each.get("name").asString();
                        if (name.startsWith("baton.") || name.startsWith("management.endpoint.baton.")) {
                            all.add(new Property(
                                    name,
                                    each.get("type").asString(),
                                    each.path("defaultValue").asString(""),
                                    each.get("description").asString()));
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        all.sort(Comparator.comparing(Property::name));
        return all;
    }

    /** Returns whether this name can be set: the property itself, an element of its list, or an entry of its map. */
    boolean takes(String key) {
        if (!isMap()) {
            return key.equals(name) || key.startsWith(name + "[");
        }
        List<String> options = options();
        return options.isEmpty()
                ? key.startsWith(name + ".") || key.startsWith(name + "[")
                : options.stream()
                        .anyMatch(
                                option -> key.matches(Pattern.quote(name) + "[.\\[].+\\." + option + entryOf(option)));
    }

    /** Returns an expression for the end of a name that is an entry of this option; empty unless it is a map. */
    private String entryOf(String option) {
        return components().stream()
                        .anyMatch(each -> each.getType() == Map.class
                                && DataObjectPropertyName.toDashedForm(each.getName())
                                        .equals(option))
                ? "(?:[.\\[].+)?"
                : "";
    }

    boolean isMap() {
        return MAP.matcher(type).matches();
    }

    /** Returns the properties of each entry; none if each has a plain value. */
    List<String> options() {
        return components().stream()
                .map(RecordComponent::getName)
                .map(DataObjectPropertyName::toDashedForm)
                .toList();
    }

    private List<RecordComponent> components() {
        String each = MAP.matcher(type).replaceAll("$1");
        if (!each.startsWith("io.baton.")) {
            return List.of();
        }
        try {
            return List.of(Class.forName(each).getRecordComponents());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
