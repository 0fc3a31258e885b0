package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.LocalDate;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.annotation.AliasFor;

class PermitRuleTests {

    @RequiresPermit("mail")
    @RateLimited("mail")
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    private @interface Mailing {}

    @RequiresPermit("tenant")
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    private @interface ByTenant {

        @AliasFor(annotation = RequiresPermit.class, attribute = "key")
        String value();
    }

    @Mailing
    record Composed() {}

    @ByTenant("#payload.owner")
    record Aliased(String owner) {}

    @RequiresPermit("sent")
    @JobType(name = "sent")
    sealed interface Sent permits Letter, Parcel {}

    record Letter() implements Sent {}

    @RequiresPermit("parcels")
    @RequiresPermit("sent")
    record Parcel() implements Sent {}

    abstract static class Sender {

        @Mailing
        abstract void send(Letter letter);
    }

    static final class Post extends Sender {

        @Override
        void send(Letter letter) {}
    }

    @RequiresPermit(value = "tenant", key = "#payload.tenant")
    @RateLimited(value = "calls", key = "#payload.tenant")
    record Keyed(@Nullable String tenant) {}

    @RequiresPermit(" ")
    record Nameless() {}

    @RateLimited(value = "calls", key = "#payload.")
    record Keyless() {}

    private static List<String> limits(Class<?> payload) {
        return PermitRule.ofPayload(payload).stream().map(PermitRule::limit).toList();
    }

    @Test
    void annotations_may_be_composed_of_others() {
        assertThat(limits(Composed.class)).containsExactly("mail", "~mail");
        assertThat(PermitRule.ofPayload(Aliased.class)).containsExactly(new PermitRule("tenant", "#payload.owner"));
    }

    @Test
    void what_a_supertype_of_the_payload_says_holds_for_the_payload() {
        assertThat(limits(Letter.class)).containsExactly("sent");
        assertThat(limits(Parcel.class)).containsExactlyInAnyOrder("parcels", "sent");
        assertThat(new TypeCatalog().permits("sent", new Letter())).containsExactly("sent");
    }

    @Test
    void what_the_overridden_method_of_a_handler_says_holds_for_the_handler() throws NoSuchMethodException {
        assertThat(PermitRule.on(Post.class.getDeclaredMethod("send", Letter.class), UnaryOperator.identity()))
                .extracting(PermitRule::limit)
                .containsExactly("mail", "~mail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " acme", "a\nb"})
    void a_refused_key_is_told_with_the_annotation_and_the_payload(String tenant) {
        assertThat(PermitRule.ofPayload(Keyed.class)).hasSize(2).allSatisfy(rule -> assertThatThrownBy(
                        () -> rule.limit(new Keyed(tenant)))
                .isInstanceOf(BatonException.class)
                .hasMessageContainingAll(
                        "\"#payload.tenant\"",
                        rule.limit().equals("tenant") ? "@RequiresPermit(\"tenant\")" : "@RateLimited(\"calls\")",
                        Keyed.class.getName(),
                        "cannot be"));
    }

    @Test
    void a_key_that_is_null_or_too_long_is_refused() {
        PermitRule rule = PermitRule.ofPayload(Keyed.class).get(0);
        assertThatThrownBy(() -> rule.limit(new Keyed(null))).hasMessageContainingAll("@RequiresPermit", "null");
        assertThatThrownBy(() -> rule.limit(new Keyed("k".repeat(101))))
                .hasMessageContainingAll("@RequiresPermit", "100");
        assertThat(rule.limit(new Keyed("k".repeat(100)))).hasSize("tenant:".length() + 100);
    }

    @RequiresPermit(value = "day", key = "#payload.day")
    record Dated(LocalDate day) {}

    @RequiresPermit(value = "day", key = "#payload.month")
    record Mistaken(String day) {}

    @Test
    void a_key_that_cannot_be_evaluated_is_told_with_the_reason() {
        assertThatThrownBy(() -> PermitRule.ofPayload(Dated.class).get(0).limit(new Dated(LocalDate.EPOCH)))
                .hasMessageContainingAll(
                        "@RequiresPermit(\"day\")", Dated.class.getName(), "java.time.LocalDate", "java.lang.String");
        assertThatThrownBy(() -> PermitRule.ofPayload(Mistaken.class).get(0).limit(new Mistaken("monday")))
                .hasMessageContainingAll("@RequiresPermit(\"day\")", Mistaken.class.getName(), "'month'");
    }

    @Test
    void a_wrong_annotation_is_told_with_the_class_that_has_it() {
        assertThatThrownBy(() -> PermitRule.ofPayload(Nameless.class))
                .isInstanceOf(BatonException.class)
                .hasMessageContainingAll(Nameless.class.getName(), "blank");
        assertThatThrownBy(() -> PermitRule.ofPayload(Keyless.class))
                .isInstanceOf(BatonException.class)
                .hasMessageContainingAll(Keyless.class.getName(), "@RateLimited(\"calls\")");
    }
}
