package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.baton.InvalidPayloadException;
import io.baton.testing.CompiledSources;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JavaType;

class JacksonPayloadCodecTests {

    private final JacksonPayloadCodec codec = new JacksonPayloadCodec();

    record Text(@Nullable String value) {}

    record Nested2(Text text, List<Text> texts, Map<String, Text> byName) {}

    record Empty() {}

    record Money(BigDecimal amount) {}

    record Times(
            Instant instant, LocalDate date, OffsetDateTime offset, ZonedDateTime zoned, Duration duration, UUID id) {}

    record Maybe(Optional<String> value) {}

    enum Level {
        LOW,
        HIGH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    record Grade(Level level) {}

    record Grown(long id, int count, boolean done, @Nullable String note) {}

    static final class Bean {
        private int x;

        public int getX() {
            return x;
        }

        public void setX(int x) {
            this.x = x;
        }
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Shape permits Circle, Square {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    static Stream<Object> roundTrips() {
        return Stream.of(
                new Text("grüße \uD83D\uDE00 \u0000 \"\\ \u2028 漢字"),
                new Text(null),
                new Nested2(new Text("a"), List.of(new Text("b")), Map.of("k", new Text("c"))),
                new Empty(),
                new Money(new BigDecimal("12345678901234567890.12345678901234567890")),
                new Money(new BigDecimal("1.10")),
                new Times(
                        Instant.parse("2026-01-02T03:04:05.123456789Z"),
                        LocalDate.of(2026, 2, 3),
                        OffsetDateTime.parse("2026-01-02T03:04:05+05:30"),
                        ZonedDateTime.parse("2026-07-02T03:04:05+02:00[Europe/Berlin]"),
                        Duration.ofMillis(1500),
                        new UUID(1, 2)),
                new Maybe(Optional.of("x")),
                new Maybe(Optional.empty()),
                new Grade(Level.HIGH),
                new Grown(Long.MAX_VALUE, -1, true, null),
                Level.LOW);
    }

    @ParameterizedTest
    @MethodSource("roundTrips")
    void what_is_written_is_read(Object value) {
        assertThat(codec.<Object>read(codec.write(value, value.getClass()), type(value)))
                .isEqualTo(value);
    }

    @SuppressWarnings("unchecked")
    private static Class<Object> type(Object value) {
        return (Class<Object>) value.getClass();
    }

    @Test
    void dates_are_iso_and_enums_are_names() {
        assertThat(codec.write(new Grade(Level.HIGH), Grade.class)).isEqualTo("{\"level\":\"HIGH\"}");
        assertThat(codec.write(Duration.ofMillis(1500), Duration.class)).isEqualTo("\"PT1.5S\"");
        assertThat(codec.write(Instant.EPOCH, Instant.class)).isEqualTo("\"1970-01-01T00:00:00Z\"");
    }

    @Test
    void beans_work() {
        Bean bean = new Bean();
        bean.setX(3);

        assertThat(codec.read(codec.write(bean, Bean.class), Bean.class).getX()).isEqualTo(3);
    }

    @Test
    void a_component_added_later_is_null_or_zero_in_old_jobs() {
        assertThat(codec.read("{\"id\":1}", Grown.class)).isEqualTo(new Grown(1, 0, false, null));
        assertThat(codec.read("{\"id\":1,\"count\":null}", Grown.class)).isEqualTo(new Grown(1, 0, false, null));
    }

    @Test
    void a_component_removed_later_is_ignored_in_old_jobs() {
        assertThat(codec.read("{\"value\":\"a\",\"gone\":{\"x\":[1]}}", Text.class))
                .isEqualTo(new Text("a"));
    }

    @Test
    void a_subtype_written_as_its_declared_type_keeps_its_discriminator() {
        String json = codec.write(new Circle(3), Shape.class);

        assertThat(json).doesNotContain(Circle.class.getPackageName());
        assertThat(codec.read(json, Shape.class)).isEqualTo(new Circle(3));
    }

    @Nested
    class Failures {

        static final class Loop {
            public @Nullable Loop next;
            public String secret = "s3cret";
        }

        record Sized(Inner inner) {}

        record Inner(int size) {}

        record ByMail(Map<String, Integer> byMail) {}

        record Picky(int x) {
            Picky {
                throw new IllegalStateException("no");
            }
        }

        static final class Getter {
            private final Optional<String> session = Optional.empty();

            public String getX() {
                return session.orElseThrow(Getter::closed);
            }

            private static RuntimeException closed() {
                return new UnsupportedOperationException("the session is closed");
            }
        }

        @Test
        void a_cycle_is_an_invalid_payload() {
            Loop loop = new Loop();
            Loop other = new Loop();
            loop.next = other;
            other.next = loop;

            assertThatThrownBy(() -> codec.write(loop, Loop.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining(Loop.class.getName())
                    .hasMessageNotContaining("s3cret");
        }

        @Test
        void a_cycle_is_an_invalid_payload_on_a_small_stack_too() throws InterruptedException {
            Loop loop = new Loop();
            Loop other = new Loop();
            loop.next = other;
            other.next = loop;
            Throwable[] thrown = new Throwable[1];
            Thread thread = new Thread(null, () -> thrown[0] = failureOf(loop), "small", 160 * 1024);
            thread.start();
            thread.join();

            assertThat(thrown[0]).isInstanceOf(InvalidPayloadException.class);
        }

        private @Nullable Throwable failureOf(Loop loop) {
            try {
                codec.write(loop, Loop.class);
                return null;
            } catch (Throwable e) {
                return e;
            }
        }

        @Test
        void a_value_that_does_not_fit_is_told_by_its_place_and_not_by_itself() {
            assertThatThrownBy(() -> codec.read("{\"inner\":{\"size\":\"s3cret\"}}", Sized.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining(Sized.class.getName())
                    .hasMessageContaining(".inner.size")
                    .satisfies(Failures::isSilent);
        }

        @Test
        void the_key_of_a_map_is_not_told() {
            assertThatThrownBy(() -> codec.read("{\"byMail\":{\"s3cret\":\"x\"}}", ByMail.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining(".byMail[key]")
                    .satisfies(Failures::isSilent);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"s3cret", "{\"x\":s3cret}", "", "null", "[\"s3cret\"]", "\"s3cret\"", "{\"inner\":3} s3cret"
                })
        void text_that_is_not_the_class_is_invalid(String text) {
            assertThatThrownBy(() -> codec.read(text, Sized.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .satisfies(Failures::isSilent);
        }

        @Test
        void an_unknown_subtype_is_invalid() {
            assertThatThrownBy(() -> codec.read("{\"@type\":\"s3cret\"}", Shape.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining("subtype")
                    .satisfies(Failures::isSilent);
        }

        @Test
        void what_the_application_threw_is_the_cause() {
            assertThatThrownBy(() -> codec.read("{\"x\":1}", Picky.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining("IllegalStateException")
                    .hasCauseInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> codec.write(new Getter(), Getter.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining(".x")
                    .hasCauseInstanceOf(UnsupportedOperationException.class);
        }

        private static void isSilent(Throwable thrown) {
            assertThat(thrown).hasStackTraceContaining("InvalidPayloadException");
            for (Throwable each = thrown; each != null; each = each.getCause()) {
                assertThat(each.toString()).doesNotContain("s3cret");
            }
        }
    }

    @Nested
    class Verifying {

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

        record Holder(
                @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object any) {}

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

    private static boolean initialized;

    /** Modules that lie on the class path. */
    @Nested
    class Modules {

        private static final String OTHER = "elsewhere.OtherModule";
        private static final String KOTLIN = "tools.jackson.module.kotlin.KotlinModule";

        private List<String> found(String... names) throws IOException {
            Map<String, String> sources = Stream.of(names).collect(Collectors.toMap(name -> name, Modules::module));
            try (CompiledSources compiled = CompiledSources.of(sources)) {
                Path services = Files.createDirectories(compiled.folder().resolve("META-INF/services"));
                Files.write(services.resolve(JacksonModule.class.getName()), List.of(names));
                return KotlinModules.find(compiled.loader()).stream()
                        .map(JacksonModule::getModuleName)
                        .toList();
            }
        }

        private static String module(String name) {
            return "public class " + name.substring(name.lastIndexOf('.') + 1)
                    + " extends tools.jackson.databind.module.SimpleModule { @Override public String getModuleName() { return \""
                    + name + "\"; } }";
        }

        @Test
        void only_kotlins_is_taken() throws IOException {
            assertThat(found(OTHER, KOTLIN)).containsExactly(KOTLIN);
            assertThat(found(OTHER)).isEmpty();
        }

        @Test
        void what_another_jar_brings_changes_nothing_that_is_stored() throws IOException {
            String source =
                    "public class OtherModule extends tools.jackson.databind.module.SimpleModule { public OtherModule() {"
                            + " addSerializer(java.math.BigDecimal.class, tools.jackson.databind.ser.std.ToStringSerializer.instance); } }";
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            try (CompiledSources compiled = CompiledSources.of(Map.of(OTHER, source))) {
                Path services = Files.createDirectories(compiled.folder().resolve("META-INF/services"));
                Files.write(services.resolve(JacksonModule.class.getName()), List.of(OTHER));
                thread.setContextClassLoader(compiled.loader());
                assertThat(new JacksonPayloadCodec().write(new Money(new BigDecimal("1.10")), Money.class))
                        .isEqualTo("{\"amount\":1.10}");
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }
}
