package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.InvalidPayloadException;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PayloadClassTests {

    record Plain(int x) {}

    record Box<T>(T value) {}

    @SuppressWarnings("ClassCanBeStatic")
    class Inner {}

    static final class Numbers extends AbstractList<Integer> {
        @Override
        public Integer get(int index) {
            return index;
        }

        @Override
        public int size() {
            return 1;
        }
    }

    enum Level {
        LOW,
        HIGH {
            @Override
            int factor() {
                return 2;
            }
        };

        int factor() {
            return 1;
        }
    }

    static Stream<Arguments> refused() {
        Supplier<String> lambda = () -> "x";
        return Stream.of(
                Arguments.of(List.of(1), "enqueueAll"),
                Arguments.of(new Numbers(), "enqueueAll"),
                Arguments.of(new int[] {1}, "enqueueAll"),
                Arguments.of(new Plain[0], "enqueueAll"),
                Arguments.of(Map.of(), "JDK"),
                Arguments.of(Optional.of(new Plain(1)), "JDK"),
                Arguments.of("text", "type of the JDK"),
                Arguments.of(1L, "type of the JDK"),
                Arguments.of(UUID.randomUUID(), "type of the JDK"),
                Arguments.of(new Object(), "type of the JDK"),
                Arguments.of(Plain.class, "type of the JDK"),
                Arguments.of(new java.sql.Timestamp(0), "type of the JDK"),
                Arguments.of(new Box<>("x"), "type parameters"),
                Arguments.of(lambda, "lambda"),
                Arguments.of(new Object() {}, "anonymous"),
                Arguments.of(new PayloadClassTests().new Inner(), "inner class"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refuses_what_has_no_name_or_shape_of_its_own(Object payload, String reason) {
        assertThatThrownBy(() -> PayloadClass.checked(PayloadClass.of(payload)))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(payload.getClass().getName())
                .hasMessageContaining(reason);
    }

    @Test
    void refuses_null_and_names_the_way_without_a_payload() {
        assertThatThrownBy(() -> PayloadClass.of(null))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("enqueueNamed");
    }

    @Test
    void takes_records_local_ones_too() {
        record Local(int x) {}

        assertThat(PayloadClass.checked(PayloadClass.of(new Plain(1)))).isEqualTo(Plain.class);
        assertThat(PayloadClass.checked(PayloadClass.of(new Local(1)))).isEqualTo(Local.class);
    }

    @Test
    void takes_an_enum_constant_with_a_body_as_its_enum() {
        assertThat(PayloadClass.checked(PayloadClass.of(Level.HIGH))).isEqualTo(Level.class);
    }
}
