package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonValue;
import io.baton.InvalidPayloadException;
import io.baton.JobType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of which Jackson would write nothing at all. */
class UnserializedFieldsTests {

    private final JacksonPayloadCodec codec = new JacksonPayloadCodec();

    @JobType(name = "fluent")
    static class Fluent {
        private final long userId;

        Fluent() {
            this(0);
        }

        Fluent(long userId) {
            this.userId = userId;
        }

        public long userId() {
            return userId;
        }
    }

    static class Unannotated extends Fluent {
        Unannotated() {
            super(1);
        }
    }

    record Around(Fluent fluent) {}

    record Many(List<Fluent> fluents) {}

    record Mapped(Map<String, List<Fluent>> fluents) {}

    record Maybe(Optional<Fluent> fluent) {}

    @SuppressWarnings("ArrayRecordComponent")
    record InArray(Fluent[] fluents) {}

    record Deep(Around around) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    sealed interface Told permits Hidden {}

    @JobType(name = "hidden")
    static final class Hidden implements Told {
        @SuppressWarnings("unused")
        private final int x = 1;
    }

    record OfTold(Told told) {}

    static Stream<Object> hidden() {
        Fluent fluent = new Fluent(7);
        return Stream.of(
                fluent,
                new Unannotated(),
                new Around(fluent),
                new Many(List.of(fluent)),
                new Mapped(Map.of("k", List.of(fluent))),
                new Maybe(Optional.of(fluent)),
                new InArray(new Fluent[] {fluent}),
                new Deep(new Around(fluent)),
                new Hidden(),
                new OfTold(new Hidden()));
    }

    @ParameterizedTest
    @MethodSource("hidden")
    void are_refused_at_enqueue(Object payload) {
        assertThatThrownBy(() -> codec.write(payload, payload.getClass()))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("would be stored as {}")
                .hasMessageContaining("record");
    }

    /** Subtypes of a component are not looked at before there is one. */
    @ParameterizedTest
    @MethodSource("hidden")
    void are_refused_at_start(Object payload) {
        assumeThat(payload).isNotInstanceOf(OfTold.class);
        assertThatThrownBy(() -> codec.verify(payload.getClass()))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("would be stored as {}")
                .hasMessageContaining("getters")
                .hasMessageContaining("@JsonProperty")
                .hasMessageContaining("fieldVisibility");
    }

    @Test
    void are_refused_as_declared_types_too() {
        assertThatThrownBy(() -> codec.verify(Told.class)).hasMessageContaining(Hidden.class.getName());
        assertThatThrownBy(() -> codec.write(new Hidden(), Told.class)).hasMessageContaining("would be stored as {}");
    }

    @JobType(name = "tick")
    static class Tick {
        static final int RATE = 1;
    }

    record Empty() {}

    @JobType(name = "ignoring")
    static class Ignoring {
        @JsonIgnore
        @SuppressWarnings("unused")
        private final int cache = 1;

        @SuppressWarnings("unused")
        private final transient int passing = 1;
    }

    @JobType(name = "seen")
    @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
    static class Seen {
        @SuppressWarnings("unused")
        private final int x = 1;
    }

    @JobType(name = "named")
    static class Named {
        @JsonProperty
        @SuppressWarnings("unused")
        private final int x = 1;
    }

    @JobType(name = "valued")
    static class Valued {
        private final int x = 1;

        @JsonValue
        int x() {
            return x;
        }
    }

    abstract static class Base {
        @SuppressWarnings("unused")
        private final int hidden = 1;
    }

    record Loop(List<Loop> next, Map<String, Loop> byName) {}

    @SuppressWarnings("ArrayRecordComponent")
    record OfBase(Optional<Base> base, Object any, Valued[] values) {}

    static Stream<Object> allowed() {
        return Stream.of(
                new Tick(),
                new Empty(),
                new Ignoring(),
                new Seen(),
                new Named(),
                new Valued(),
                new Loop(List.of(), Map.of()),
                new OfBase(Optional.empty(), "x", new Valued[] {new Valued()}));
    }

    @ParameterizedTest
    @MethodSource("allowed")
    void have_no_state_or_show_it(Object payload) {
        codec.verify(payload.getClass());
        assertThat(codec.write(payload, payload.getClass())).isNotEmpty();
    }
}
