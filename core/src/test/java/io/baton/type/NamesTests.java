package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTests {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " a", "a ", "a\u00A0", "\ta", "a\nb", "a\u0000b", "a\u0085b", "a\uD83Db"})
    void refuses_names_that_databases_treat_differently(String name) {
        assertThatThrownBy(() -> Names.queue(name))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("queue name");
        assertThatThrownBy(() -> Names.type(name))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("type name");
        assertThatThrownBy(() -> Names.label(name))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("label name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "file.process", "two words", "ä", "\uD83D\uDE00"})
    void keeps_the_rest(String name) {
        assertThat(Names.queue(name)).isEqualTo(name);
        assertThat(Names.type(name)).isEqualTo(name);
    }

    @Test
    void a_queue_has_at_most_a_hundred_characters() {
        assertThat(Names.queue("q".repeat(100))).hasSize(100);
        assertThatThrownBy(() -> Names.queue("q".repeat(101))).hasMessageContaining("100");
    }

    @Test
    void a_type_has_at_most_two_hundred_characters() {
        assertThat(Names.type("t".repeat(200))).hasSize(200);
        assertThatThrownBy(() -> Names.type("t".repeat(201))).hasMessageContaining("200");
    }

    @Test
    void a_labels_value_may_be_empty_but_holds_no_line_break() {
        assertThat(Names.labelValue("tenant", "")).isEmpty();
        assertThat(Names.labelValue("tenant", "a\nb=\\ \0")).isEqualTo("a\nb=\\ \0");
        assertThatThrownBy(() -> Names.labelValue("tenant", "\uD83D")).hasMessageContaining("tenant");
        assertThatThrownBy(() -> Names.labelValue("tenant", null))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("value of the label \"tenant\" is null");
        assertThatThrownBy(() -> Names.label("tenant=acme")).hasMessageContaining("=");
        assertThatThrownBy(() -> Names.type("a\u2028b")).hasMessageContaining("control character");
        assertThatThrownBy(() -> Names.labelValue("tenant", "v".repeat(101))).hasMessageContaining("100");
    }

    @Test
    void a_limit_has_a_name_and_perhaps_a_key() {
        assertThat(Names.limit("my.api")).isEqualTo("my.api");
        assertThat(Names.limitOrKey("tenant:acme:1")).isEqualTo("tenant:acme:1");
        assertThat(Names.limitOrKey("t".repeat(100) + ":" + "k".repeat(100))).hasSize(201);
        assertThatThrownBy(() -> Names.limit("tenant:acme")).hasMessageContaining("\":\"");
        for (String refused :
                List.of("~api", "", ":", "a:", ":a", "a: b", "a :b", "t".repeat(101), "t:" + "k".repeat(101))) {
            assertThatThrownBy(() -> Names.limitOrKey(refused)).as(refused).isInstanceOf(BatonException.class);
        }
    }

    @Test
    void jobs_get_permits_of_keys_first_and_those_of_rates_last() {
        assertThat(Stream.of("~b", "b", "~a:k", "b:k", "a", "a:k", "~a")
                        .sorted(Names.LIMITS_IN_TURN)
                        .toList())
                .containsExactly("a:k", "b:k", "a", "b", "~a:k", "~a", "~b");
    }
}
