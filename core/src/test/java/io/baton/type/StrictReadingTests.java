package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.baton.InvalidPayloadException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.Year;
import java.util.Currency;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StrictReadingTests {

    private final JacksonPayloadCodec codec = new JacksonPayloadCodec();

    enum Level {
        LOW,
        HIGH
    }

    record All(
            int number,
            @Nullable Long large,
            double real,
            boolean flag,
            @Nullable String text,
            @Nullable Level level,
            @Nullable LocalDate date,
            @Nullable LocalDateTime local,
            @Nullable Instant instant,
            @Nullable Duration duration,
            @Nullable Date old,
            @Nullable UUID id,
            @Nullable Currency currency,
            @Nullable List<String> list,
            @Nullable Map<String, Integer> map,
            @Nullable BigInteger huge,
            @Nullable BigDecimal exact) {}

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    number   | 1.7
                    number   | 1.0
                    number   | ""
                    number   | "5"
                    number   | true
                    number   | []
                    number   | 99999999999
                    large    | 1.5
                    large    | ""
                    real     | "1"
                    flag     | 1
                    flag     | "true"
                    text     | 1
                    text     | true
                    level    | 1
                    level    | "1"
                    level    | ""
                    date     | 0
                    date     | ""
                    date     | "2026-01-02T03:04:05"
                    date     | "2026-01-02T03:04:05Z"
                    date     | "2026-02-30"
                    local    | "2026-01-02T03:04:05Z"
                    local    | "2026-01-02"
                    instant  | 0
                    instant  | 1.5
                    instant  | ""
                    instant  | "2026-01-02"
                    duration | 5
                    duration | ""
                    old      | 5
                    id       | ""
                    currency | ""
                    list     | ""
                    list     | [1]
                    map      | {"a": "1"}
                    map      | {"a": 1.5}
                    huge     | 1.5
                    exact    | "1.5"
                    """)
    void no_value_is_taken_for_one_of_another_kind(String component, String value) {
        assertThatThrownBy(() -> codec.read("{\"" + component + "\": " + value + "}", All.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("." + component);
    }

    record Formatted(
            @JsonFormat(shape = JsonFormat.Shape.STRING) long number,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Level level,
            @JsonFormat(pattern = "yyyy-MM-dd") LocalDate date,
            @JsonFormat(pattern = "yyyy-MM-dd HH:mm") LocalDateTime local,
            @JsonFormat(shape = JsonFormat.Shape.NUMBER) Instant instant,
            @JsonFormat(pattern = "yyyy-MM-dd") Date old) {}

    record Others(Locale locale, URI uri, double real, Year year, Month month, Optional<String> maybe) {}

    static Stream<Object> written() {
        return Stream.of(
                new Formatted(
                        5,
                        Level.HIGH,
                        LocalDate.of(2026, 1, 2),
                        LocalDateTime.of(2026, 1, 2, 3, 4),
                        Instant.EPOCH,
                        Date.from(Instant.EPOCH)),
                new Others(Locale.ROOT, URI.create(""), Double.NaN, Year.of(2026), Month.MAY, Optional.of("")),
                new Others(
                        Locale.GERMANY,
                        URI.create("a"),
                        Double.POSITIVE_INFINITY,
                        Year.of(-5),
                        Month.MAY,
                        Optional.empty()));
    }

    @ParameterizedTest
    @MethodSource("written")
    void whatever_form_a_class_asks_for_is_read(Object value) {
        assertThat((Object) codec.read(codec.write(value, value.getClass()), value.getClass()))
                .isEqualTo(value);
    }

    @Test
    void a_form_that_a_class_asks_for_does_not_let_others_pass() {
        Formatted value = (Formatted) written().findFirst().orElseThrow();
        String json = codec.write(value, Formatted.class);

        assertThatThrownBy(() -> codec.read(json.replace("\"5\"", "5.5"), Formatted.class))
                .isInstanceOf(InvalidPayloadException.class);
        assertThatThrownBy(() -> codec.read(json.replace("\"2026-01-02\"", "\"2026-01-02T10:00:00\""), Formatted.class))
                .isInstanceOf(InvalidPayloadException.class);
    }

    record Tagged(
            @JsonFormat(pattern = "yyyy-MM-dd") LocalDate date,
            Set<String> tags,
            @JsonAlias("lang") @Nullable String language) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Sparse(
            @JsonFormat(pattern = "yyyy-MM-dd") @Nullable LocalDate date, String client) {}

    @Test
    void a_class_with_its_own_form_keeps_sets_and_other_names() {
        for (String tags : List.of("\"a\",\"b\",\"c\"", "\"c\",\"a\",\"b\"", "\"b\",\"c\",\"a\"")) {
            assertThat(codec.read("{\"date\":\"2026-01-02\",\"tags\":[" + tags + "],\"lang\":\"de\"}", Tagged.class))
                    .isEqualTo(new Tagged(LocalDate.of(2026, 1, 2), Set.of("a", "b", "c"), "de"));
        }
        assertThat(codec.read("{\"date\":\"2026-01-02\",\"tags\":[],\"gone\":1}", Tagged.class))
                .isEqualTo(new Tagged(LocalDate.of(2026, 1, 2), Set.of(), null));
    }

    @Test
    void a_form_of_its_own_hides_no_renamed_component() {
        assertThatThrownBy(() -> codec.read("{\"date\":\"2026-01-02\",\"customer\":\"x\"}", Sparse.class))
                .isInstanceOf(InvalidPayloadException.class);
        assertThatThrownBy(() -> codec.read("{\"customer\":\"x\"}", Sparse.class))
                .isInstanceOf(InvalidPayloadException.class);
    }

    record Old(long id, String lang) {}

    record Renamed(long id, String language) {}

    record Aliased(long id, @JsonAlias("lang") String language) {}

    record Grown(long id, String lang, String note, int count) {}

    record Shrunk(long id) {}

    record Both(long id, @Nullable String note, Optional<String> more) {}

    record Around(Old inner) {}

    record AroundRenamed(Renamed inner) {}

    @Test
    void a_component_that_was_renamed_is_not_null_in_old_jobs() {
        String old = codec.write(new Old(7, "de"), Old.class);

        assertThatThrownBy(() -> codec.read(old, Renamed.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(".language")
                .hasMessageContaining("@JsonAlias")
                .hasMessageNotContaining("de\"");
        assertThatThrownBy(
                        () -> codec.read(codec.write(new Around(new Old(7, "de")), Around.class), AroundRenamed.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(".inner.language");
        assertThat(codec.read(old, Aliased.class)).isEqualTo(new Aliased(7, "de"));
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Ignoring(long recipientId) {}

    record AroundIgnoring(Ignoring inner) {}

    @Test
    void a_class_that_ignores_unknown_properties_hides_no_renamed_component() {
        assertThatThrownBy(() -> codec.read("{\"userId\":5}", Ignoring.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining(".recipientId");
        assertThatThrownBy(() -> codec.read("{\"inner\":{\"userId\":5}}", AroundIgnoring.class))
                .isInstanceOf(InvalidPayloadException.class);
        assertThat(codec.read("{\"recipientId\":5,\"gone\":1}", Ignoring.class)).isEqualTo(new Ignoring(5));
    }

    record Older(@Nullable Timestamp stamp, @Nullable GregorianCalendar calendar) {}

    @ParameterizedTest
    @ValueSource(strings = {"stamp", "calendar"})
    void a_number_is_no_older_time_either(String component) {
        assertThatThrownBy(() -> codec.read("{\"" + component + "\": 0}", Older.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("." + component);
    }

    @Test
    void a_record_may_gain_components_or_lose_some() {
        String old = codec.write(new Old(7, "de"), Old.class);

        assertThat(codec.read(old, Grown.class)).hasToString("Grown[id=7, lang=de, note=null, count=0]");
        assertThat(codec.read(old, Shrunk.class)).isEqualTo(new Shrunk(7));
    }

    @Test
    void it_may_do_both_if_the_new_ones_can_do_without() {
        String old = codec.write(new Old(7, "de"), Old.class);

        assertThat(codec.read(old, Both.class)).isEqualTo(new Both(7, null, Optional.empty()));
    }
}
