package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import io.baton.JobOptions;
import io.baton.OnDuplicate;
import io.baton.job.Due;
import io.baton.job.LatestStart;
import io.baton.job.NewJob;
import io.baton.job.Ties;
import io.baton.type.DeclaredType;
import io.baton.type.PermitRule;
import io.baton.type.TypeCatalog;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestedOptionsTests {

    private static final DeclaredType TYPE = new DeclaredType("mail", "mails", 5, null);

    private static NewJob job(Consumer<JobOptions> options) {
        return RequestedOptions.from(options).job(TYPE, null, "{}", new TypeCatalog(), Map.of());
    }

    @Test
    void what_is_not_asked_for_comes_from_the_type() {
        assertThat(job(options -> {}))
                .isEqualTo(new NewJob("mail", "mails", 5, Due.NOW, null, Map.of(), "{}", List.of()));
    }

    @Test
    void what_is_asked_for_wins() {
        NewJob job = job(options -> options.queue("q")
                .priority(Integer.MIN_VALUE)
                .delay(Duration.ofMinutes(1))
                .maxAttempts(3)
                .label("tenant", "7")
                .label("tenant", "8"));

        assertThat(job)
                .isEqualTo(new NewJob(
                        "mail",
                        "q",
                        Integer.MIN_VALUE,
                        new Due.After(Duration.ofMinutes(1)),
                        3,
                        Map.of("tenant", "8"),
                        "{}",
                        List.of()));
    }

    @Test
    void the_last_of_delay_and_time_wins() {
        Instant time = Instant.parse("2030-01-01T00:00:00Z");

        assertThat(job(options -> options.delay(Duration.ofDays(1)).at(time)).due())
                .isEqualTo(new Due.At(time));
        assertThat(job(options -> options.at(time).delay(Duration.ofDays(1))).due())
                .isEqualTo(new Due.After(Duration.ofDays(1)));
    }

    @Test
    void the_last_of_the_times_of_a_start_wins() {
        Instant time = Instant.parse("2030-01-01T00:00:00Z");

        assertThat(job(options -> options.startWithin(Duration.ofDays(1)).startBefore(time)))
                .satisfies(job -> assertThat(job.labels()).isEqualTo(Map.of(LatestStart.LABEL, time.toString())))
                .satisfies(job -> assertThat(job.ties()).isEqualTo(Ties.START_BEFORE));
        assertThat(job(options -> options.startBefore(time)
                                .startWithin(Duration.ofDays(1))
                                .delay(Duration.ofHours(2)))
                        .labels())
                .isEqualTo(Map.of(LatestStart.LABEL, "PT26H"));
        assertThatThrownBy(() -> job(options -> options.startWithin(Duration.ZERO)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("PT0S");
    }

    @Test
    void the_first_delay_of_a_bounded_debounce_has_the_bound() {
        assertThat(job(options -> options.unique("k").delay(Duration.ofHours(1)).replace(Duration.ofSeconds(30)))
                        .due())
                .isEqualTo(new Due.After(Duration.ofSeconds(30)));
    }

    @Test
    void no_delay_is_now_and_so_is_an_ancient_time() {
        assertThat(job(options -> options.delay(Duration.ZERO)).due()).isEqualTo(Due.NOW);
        assertThat(job(options -> options.at(Instant.MIN)).due()).isEqualTo(Due.NOW);
    }

    @Test
    void a_key_has_up_to_200_characters_and_the_last_one_counts() {
        assertThat(job(options -> options.key("order:1").key("x".repeat(200))).key())
                .hasSize(200);
        assertThatThrownBy(() -> job(options -> options.key("x".repeat(201))))
                .isInstanceOf(BatonException.class)
                .hasMessage("The key of a job has 1 to 200 characters, not 201");
    }

    @Test
    void twenty_labels_are_enough() {
        assertThat(job(options -> labels(options, 20)).labels()).hasSize(20);
        assertThatThrownBy(() -> job(options -> labels(options, 21)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("20 labels");
    }

    @Test
    void no_attempts_means_the_handlers_own() {
        assertThat(job(options -> options.maxAttempts(3).maxAttempts(0)).maxAttempts())
                .isNull();
    }

    private static void labels(JobOptions options, int count) {
        for (int i = 0; i < count; i++) {
            options.label("label " + i, "x");
        }
    }

    static Stream<Consumer<JobOptions>> refused() {
        return Stream.of(
                options -> options.type(" "),
                options -> options.queue(""),
                options -> options.queue("q".repeat(101)),
                options -> options.delay(Duration.ofMillis(-1)),
                options -> options.delay(Duration.ofSeconds(Long.MAX_VALUE)),
                options -> options.at(Instant.MAX),
                options -> options.maxAttempts(-1),
                options -> options.permits("~rate"),
                options -> options.permits("a:"),
                options -> options.key(""),
                options -> options.key(" "),
                options -> options.key("x".repeat(201)),
                options -> options.key("a\nb"),
                options -> options.key("\ud83d"),
                options -> options.label("", "x"),
                options -> options.label("a\nb", "x"),
                options -> options.label("a=b", "x"),
                options -> options.label("a", "x".repeat(101)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refuses_what_cannot_be_stored(Consumer<JobOptions> options) {
        assertThatThrownBy(() -> job(options)).isInstanceOf(BatonException.class);
    }

    @Test
    @SuppressWarnings("NullAway") // applications may pass null all the same
    void a_unique_key_and_its_day_are_asked_for_by_name() {
        assertThatThrownBy(() -> job(options -> options.unique(null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("The key of a unique job is null");
        assertThatThrownBy(() -> job(options -> options.uniqueOn("files", null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("\"files\"");
        assertThatThrownBy(() -> job(options -> options.unique("files", null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("\"files\"");
        assertThatThrownBy(() -> job(options -> options.unique("files").onDuplicate(null)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("OnDuplicate");
    }

    @Test
    void a_choice_for_duplicates_needs_a_key() {
        assertThatThrownBy(() -> job(options -> options.onDuplicate(OnDuplicate.REPLACE)))
                .isInstanceOf(BatonException.class)
                .hasMessageContainingAll("\"mail\"", "onDuplicate(REPLACE)", "unique key");
        assertThat(job(options -> options.onDuplicate(OnDuplicate.KEEP)).unique())
                .isNull();
        assertThat(job(options -> options.onDuplicate(OnDuplicate.FAIL).unique("k"))
                        .unique())
                .isNotNull();
    }

    @Test
    void permits_are_those_requested_and_those_of_the_type_in_order() {
        TypeCatalog types = new TypeCatalog();
        types.declare(
                "mail",
                Stream.of("~r", "b", "d:2")
                        .map(limit -> new PermitRule(limit, ""))
                        .toList(),
                Optional.empty());
        NewJob job = RequestedOptions.from(
                        options -> options.permits("b", "c:1").permits("a"))
                .job(TYPE, null, "{}", types, Map.of());
        assertThat(job.permits()).containsExactly("c:1", "d:2", "a", "b", "~r");
    }

    @Test
    void twenty_permits_are_enough() {
        String[] names = IntStream.range(0, 21).mapToObj(each -> "a" + each).toArray(String[]::new);
        assertThat(job(options -> options.permits(Arrays.copyOf(names, 20))).permits())
                .hasSize(20);
        assertThatThrownBy(() -> job(options -> options.permits(names)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("20");
    }
}
