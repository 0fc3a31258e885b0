package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.InvalidPayloadException;
import io.baton.type.SamplePayloads.Bean;
import io.baton.type.SamplePayloads.Circle;
import io.baton.type.SamplePayloads.Empty;
import io.baton.type.SamplePayloads.Level;
import io.baton.type.SamplePayloads.Nested2;
import io.baton.type.SamplePayloads.Shape;
import io.baton.type.SamplePayloads.Text;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JavaType;

class PayloadVerificationTests {

    private static boolean initialized;

    private final JacksonPayloadCodec codec = new JacksonPayloadCodec();

    sealed interface Untold permits One, Two {}

    record One(int x) implements Untold {}

    record Two(int x) implements Untold {}

    abstract static class Open {}

    interface OpenToo {}

    static sealed class Concrete permits Special {}

    static final class Special extends Concrete {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    record ByClass(int x) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
    sealed interface ByMinimalClass permits Only {}

    record Only(int x) implements ByMinimalClass {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Family permits Child {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    record Child(int x) implements Family {}

    record Holder(@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object any) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Broken permits Unmade {}

    static final class Unmade implements Broken {
        private final int x;

        Unmade(int x, int y) {
            this.x = x + y;
        }

        public int getX() {
            return x;
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(Registered.class))
    interface Registry {}

    record Registered(int x) implements Registry {}

    record Strict(String name) {
        Strict {
            if (name == null) {
                throw new IllegalArgumentException("a name is needed");
            }
        }
    }

    enum Bodied {
        A {
            @Override
            int x() {
                return 1;
            }
        };

        abstract int x();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Text.class,
                Nested2.class,
                Empty.class,
                Bean.class,
                Shape.class,
                Circle.class,
                Level.class,
                Strict.class,
                Bodied.class,
                Registry.class
            })
    void takesWhatCanBeRead(Class<?> type) {
        codec.verify(type);
    }

    @ParameterizedTest
    @ValueSource(classes = {Untold.class, Open.class, OpenToo.class, Concrete.class})
    void refuses_subtypes_that_could_not_be_told_apart(Class<?> type) {
        assertThatThrownBy(() -> codec.verify(type))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(type.getName())
                .hasMessageContaining("Id.NAME");
    }

    @ParameterizedTest
    @ValueSource(classes = {ByClass.class, ByMinimalClass.class, Family.class, Holder.class})
    void refuses_the_names_of_classes(Class<?> type) {
        assertThatThrownBy(() -> codec.verify(type))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("CLASS")
                .hasMessageContaining("Id.NAME");
    }

    @ParameterizedTest
    @ValueSource(classes = {Unmade.class, Broken.class})
    void refuses_a_class_that_cannot_be_made(Class<?> type) {
        assertThatThrownBy(() -> codec.verify(type))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(Unmade.class.getName());
    }

    @Test
    void the_names_of_classes_are_refused_at_enqueue_too() {
        assertThatThrownBy(() -> codec.write(new Holder("x"), Holder.class))
                .isInstanceOf(InvalidPayloadException.class);
        assertThatThrownBy(() -> codec.read("{\"any\":[\"java.lang.String\",\"x\"]}", Holder.class))
                .isInstanceOf(InvalidPayloadException.class);
    }

    record OfClass(Class<?> type) {}

    record OfClasses(List<Class<?>> types) {}

    record OfClassLists(List<List<Class<?>>> types) {}

    record OfClassKeys(Map<Class<?>, String> types) {}

    record OfMaybeClass(Optional<Class<?>> type) {}

    record OfJavaType(JavaType type) {}

    record Around(List<OfClasses> inner) {}

    record OfAnything(Object any) {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfClass.class,
                OfClasses.class,
                OfClassLists.class,
                OfClassKeys.class,
                OfMaybeClass.class,
                OfJavaType.class,
                Around.class
            })
    void refusesValuesThatAreClasses(Class<?> type) {
        assertThatThrownBy(() -> codec.verify(type))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("name of a class");
    }

    @ParameterizedTest
    @MethodSource("valuesThatAreClasses")
    void values_that_are_classes_are_refused_at_enqueue_too(Object payload) {
        assertThatThrownBy(() -> codec.write(payload, payload.getClass()))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("name of a class");
    }

    static Stream<Object> valuesThatAreClasses() {
        return Stream.of(
                new OfClass(String.class),
                new OfClasses(List.of(String.class)),
                new OfClassLists(List.of(List.of(String.class))),
                new OfClassKeys(Map.of(String.class, "x")),
                new OfAnything(String.class),
                new OfAnything(Map.of(String.class, "x")));
    }

    @Test
    void no_class_is_loaded_that_a_row_names() {
        String text = "{\"type\":\"" + Initialized.class.getName() + "\"}";
        assertThatThrownBy(() -> codec.read(text, OfClass.class)).isInstanceOf(InvalidPayloadException.class);
        assertThat(initialized).isFalse();
    }

    static final class Initialized {

        static {
            initialized = true;
        }

        private Initialized() {}
    }
}
