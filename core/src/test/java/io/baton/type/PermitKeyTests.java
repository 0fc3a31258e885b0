package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermitKeyTests {

    record Push(@Nullable String tenant, int number) {}

    @RequiresPermit("api")
    @RequiresPermit(value = "tenant", key = "tenant")
    @RateLimited("api")
    @RateLimited(value = "number", key = "#payload.number + 1")
    static class Annotated {}

    private static final Push PUSH = new Push("acme", 4);

    private static String limit(String key, @Nullable Object payload) {
        return new PermitRule("tenant", key).limit(payload);
    }

    @Test
    void annotations_ask_for_permits_of_semaphores_and_of_rates() {
        assertThat(PermitRule.on(Annotated.class, UnaryOperator.identity()).stream()
                        .map(rule -> rule.limit(PUSH)))
                .containsExactly("api", "tenant:acme", "~api", "~number:5");
        assertThat(PermitRule.on(String.class, UnaryOperator.identity())).isEmpty();
    }

    @Test
    void names_are_resolved() {
        assertThat(PermitRule.on(Annotated.class, name -> "the-" + name))
                .extracting(PermitRule::limit)
                .containsExactly("the-api", "the-tenant", "~the-api", "~the-number");
    }

    @Test
    void a_key_is_a_value_of_the_payload() {
        assertThat(limit("", PUSH)).isEqualTo("tenant");
        assertThat(limit("#payload.tenant", PUSH)).isEqualTo("tenant:acme");
        assertThat(limit("tenant + '-' + number", PUSH)).isEqualTo("tenant:acme-4");
        assertThat(limit("#payload['id']", Map.of("id", 7))).isEqualTo("tenant:7");
        assertThat(limit("'all'", null)).isEqualTo("tenant:all");
        assertThat(limit("#payload", "plain")).isEqualTo("tenant:plain");
    }

    @ParameterizedTest
    @ValueSource(strings = {"#payload.", "(", "tenant +"})
    void what_is_no_expression_is_refused_at_once(String key) {
        assertThatThrownBy(() -> new PermitRule(Names.storedRate("tenant"), key))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("\"" + key + "\" of @RateLimited(\"tenant\")");
    }

    @Test
    void a_key_that_cannot_be_told_is_refused() {
        Push nobody = new Push(null, 0);
        assertThatThrownBy(() -> limit("tenant", nobody))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("@RequiresPermit(\"tenant\") is null");
        assertThatThrownBy(() -> limit("tenant.length()", nobody)).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> limit("nothing", PUSH))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("cannot be evaluated for a " + Push.class.getName());
        assertThatThrownBy(() -> limit("#payload.tenant", null)).hasMessageContaining("without a payload");
    }

    @Test
    void a_key_that_cannot_be_stored_is_refused() {
        for (String tenant : List.of("", " acme", "a".repeat(101), "a\nb")) {
            assertThatThrownBy(() -> limit("tenant", new Push(tenant, 0)))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("key of a");
        }
        assertThatThrownBy(() -> new PermitRule(Names.limit("tenant:acme"), "")).isInstanceOf(BatonException.class);
    }
}
