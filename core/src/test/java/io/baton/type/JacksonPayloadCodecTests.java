package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.InvalidPayloadException;
import io.baton.type.SamplePayloads.Bean;
import io.baton.type.SamplePayloads.Circle;
import io.baton.type.SamplePayloads.Empty;
import io.baton.type.SamplePayloads.Grade;
import io.baton.type.SamplePayloads.Grown;
import io.baton.type.SamplePayloads.Level;
import io.baton.type.SamplePayloads.Maybe;
import io.baton.type.SamplePayloads.Money;
import io.baton.type.SamplePayloads.Nested2;
import io.baton.type.SamplePayloads.Shape;
import io.baton.type.SamplePayloads.Text;
import io.baton.type.SamplePayloads.Times;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JacksonPayloadCodecTests {

    private final JacksonPayloadCodec codec = new JacksonPayloadCodec();

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
                    .hasMessageContaining(".next.next..")
                    .hasMessageNotContaining("s3cret")
                    .satisfies(thrown -> assertThat(thrown.getMessage()).hasSizeLessThan(300));
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
        void a_value_that_does_not_fit_is_reported_by_its_place_only() {
            assertThatThrownBy(() -> codec.read("{\"inner\":{\"size\":\"s3cret\"}}", Sized.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining(Sized.class.getName())
                    .hasMessageContaining(".inner.size")
                    .satisfies(Failures::isSilent);
        }

        @Test
        void a_number_that_is_too_large_is_told_as_that() {
            assertThatThrownBy(() -> codec.read("{\"inner\":{\"size\":99999999999}}", Sized.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining(".inner.size: a number is too large");
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
}
