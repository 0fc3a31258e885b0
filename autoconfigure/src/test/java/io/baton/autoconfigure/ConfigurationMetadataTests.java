package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigurationMetadataTests {

    @Test
    void every_property_has_a_description() throws IOException {
        JsonNode properties = metadata().get("properties");
        assertThat(properties).isNotEmpty().allSatisfy(property -> {
            assertThat(property.get("name").asString()).containsPattern("^(management\\.endpoint\\.)?baton\\.");
            assertThat(property.path("description").asString(""))
                    .as(property.get("name").asString())
                    .endsWith(".");
        });
    }

    @Test
    void properties_tell_their_defaults() throws IOException {
        assertThat(metadata().get("properties"))
                .filteredOn(property -> property.get("name").asString().equals("baton.worker.concurrency"))
                .singleElement()
                .satisfies(property ->
                        assertThat(property.get("defaultValue").asInt()).isEqualTo(10));
    }

    private static JsonNode metadata() throws IOException {
        try (InputStream stream =
                BatonProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            return JsonMapper.shared().readTree(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
