package io.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JobFilterTests {

    private final JobFilter filter = JobFilter.all()
            .queue("files")
            .type("scan")
            .state(JobState.DEAD, JobState.READY)
            .label("tenant", "acme")
            .label("day", "1")
            .before(new JobId(7))
            .after(new JobId(2))
            .batch(new BatchId(3))
            .key("order:4711");

    @Test
    void all_restricts_nothing() {
        assertThat(JobFilter.all().queue()).isNull();
        assertThat(JobFilter.all().share()).isNull();
        assertThat(JobFilter.all().type()).isNull();
        assertThat(JobFilter.all().states()).isEmpty();
        assertThat(JobFilter.all().labels()).isEmpty();
        assertThat(JobFilter.all().before()).isNull();
        assertThat(JobFilter.all().after()).isNull();
        assertThat(JobFilter.all().batch()).isNull();
        assertThat(JobFilter.all().key()).isNull();
    }

    @Test
    void each_step_restricts_further_and_changes_no_other_filter() {
        filter.queue("other").key("other");
        assertThat(filter.queue()).isEqualTo("files");
        assertThat(filter.type()).isEqualTo("scan");
        assertThat(filter.states()).containsExactlyInAnyOrder(JobState.DEAD, JobState.READY);
        assertThat(filter.labels()).isEqualTo(Map.of("tenant", "acme", "day", "1"));
        assertThat(filter.before()).isEqualTo(new JobId(7));
        assertThat(filter.after()).isEqualTo(new JobId(2));
        assertThat(filter.batch()).isEqualTo(new BatchId(3));
        assertThat(filter.key()).isEqualTo("order:4711");
        assertThat(filter.states(Set.of()).states()).isEmpty();
    }

    @Test
    void it_equals_another_that_means_the_same_jobs() {
        assertThat(JobFilter.all().queue("a").type("b"))
                .isEqualTo(JobFilter.all().type("b").queue("a"))
                .hasSameHashCodeAs(JobFilter.all().type("b").queue("a"))
                .isNotEqualTo(JobFilter.all().queue("a"))
                .hasToString(
                        "JobFilter[queue=a, share=null, type=b, states=[], labels={}, before=null, after=null, batch=null,"
                                + " from=null, until=null, error=null, key=null]");
    }

    @Test
    void it_is_written_as_json() {
        assertThat(new JsonMapper()
                        .writeValueAsString(filter.states(Set.of(JobState.DEAD)).queue("a")))
                .contains(
                        "\"queue\":\"a\"",
                        "\"states\":[\"DEAD\"]",
                        "\"tenant\":\"acme\"",
                        "\"before\":7",
                        "\"batch\":3",
                        "\"key\":\"order:4711\"");
    }

    @Test
    void the_name_of_a_label_has_no_equals_sign() {
        assertThatExceptionOfType(BatonException.class).isThrownBy(() -> filter.label("a=b", "c"));
    }

    @Test
    void texts_that_no_database_stores_are_refused_in_words() {
        assertThatExceptionOfType(BatonException.class)
                .isThrownBy(() -> filter.queue("a\0b"))
                .withMessageContaining("queue with a NUL character in it: \"a?b\"");
        assertThatExceptionOfType(BatonException.class)
                .isThrownBy(() -> filter.type("a\0b"))
                .withMessageContaining("type with a NUL character");
        assertThatExceptionOfType(BatonException.class)
                .isThrownBy(() -> filter.key("a\0b"))
                .withMessageContaining("key with a NUL character");
    }

    @Test
    void times_and_the_text_of_the_error_restrict_it() {
        Instant from = Instant.parse("2027-01-31T22:00:00Z");
        JobFilter wanted = filter.enqueuedBetween(from, null).errorContains("50% of a_b");
        assertThat(wanted.enqueuedFrom()).isEqualTo(from);
        assertThat(wanted.enqueuedUntil()).isNull();
        assertThat(wanted.errorContains()).isEqualTo("50% of a_b");
        assertThat(wanted.queue()).isEqualTo("files");
        assertThat(wanted.key()).isEqualTo("order:4711");
        assertThat(wanted.enqueuedBetween(null, from).enqueuedUntil()).isEqualTo(from);
    }

    @Test
    void times_and_errors_that_no_database_compares_are_refused() {
        assertThatExceptionOfType(BatonException.class).isThrownBy(() -> filter.enqueuedBetween(Instant.MIN, null));
        assertThatExceptionOfType(BatonException.class).isThrownBy(() -> filter.enqueuedBetween(null, Instant.MAX));
        assertThatExceptionOfType(BatonException.class).isThrownBy(() -> filter.errorContains("x".repeat(201)));
        assertThatExceptionOfType(BatonException.class).isThrownBy(() -> filter.errorContains(""));
        assertThatExceptionOfType(BatonException.class).isThrownBy(() -> filter.errorContains("a\0b"));
    }
}
