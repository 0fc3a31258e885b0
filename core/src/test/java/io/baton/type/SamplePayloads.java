package io.baton.type;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.math.BigDecimal;
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
import org.jspecify.annotations.Nullable;

/** Payloads of every shape that is written and read. */
final class SamplePayloads {

    private SamplePayloads() {}

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
}
