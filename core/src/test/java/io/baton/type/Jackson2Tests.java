package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.baton.InvalidPayloadException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Payloads that were made for Jackson 2. */
@ExtendWith(OutputCaptureExtension.class)
class Jackson2Tests {

    private final JacksonPayloadCodec codec = new JacksonPayloadCodec();

    static final class Tree extends JsonNode {}

    record OfTree(JsonNode tree) {}

    record OfTrees(List<Tree> trees) {}

    record OfAnything(Object any) {}

    @JsonNaming
    record OnClass(int x) {}

    record OnComponent(@JsonNaming int x) {}

    static final class OnMethod {
        private int x;

        @JsonNaming
        public int getX() {
            return x;
        }

        public void setX(int x) {
            this.x = x;
        }
    }

    record Nested(List<OnClass> inner) {}

    @JsonNaming
    @tools.jackson.databind.annotation.JsonNaming
    record ForBoth(int x) {}

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
        assertThatThrownBy(() -> codec.write(new OfTree(new Tree()), OfTree.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("Jackson 2");
        assertThatThrownBy(() -> codec.write(new OfAnything(new Tree()), OfAnything.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("Jackson 2");
    }

    @ParameterizedTest
    @ValueSource(classes = {OnClass.class, OnComponent.class, OnMethod.class, Nested.class})
    void annotations_are_told_at_start(Class<?> payload, CapturedOutput output) {
        codec.verify(payload);

        assertThat(output)
                .containsOnlyOnce("@JsonNaming of Jackson 2")
                .contains("tools.jackson.databind.annotation.JsonNaming");
    }

    @Test
    void a_class_that_is_annotated_for_both_is_not(CapturedOutput output) {
        codec.verify(ForBoth.class);

        assertThat(output).doesNotContain("Jackson 2");
    }
}
