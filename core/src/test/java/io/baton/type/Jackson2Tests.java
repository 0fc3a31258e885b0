package io.baton.type;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.baton.InvalidPayloadException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads that were made for Jackson 2. */
class Jackson2Tests {

    private final JacksonPayloadCodec codec = new JacksonPayloadCodec();

    record OfTree(JsonNode tree) {}

    record OfTrees(List<JsonNode> trees) {}

    record OfAnything(Object any) {}

    @ParameterizedTest
    @ValueSource(classes = {OfTree.class, OfTrees.class})
    void trees_are_refused_at_start(Class<?> payload) {
        assertThatThrownBy(() -> codec.verify(payload))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("Jackson 2")
                .hasMessageContaining("tools.jackson.databind");
    }

    @Test
    void trees_are_refused_at_enqueue() {
        assertThatThrownBy(() -> codec.write(new OfTree(new JsonNode()), OfTree.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("Jackson 2");
        assertThatThrownBy(() -> codec.write(new OfAnything(new JsonNode()), OfAnything.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("Jackson 2");
    }
}
