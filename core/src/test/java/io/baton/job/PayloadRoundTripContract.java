package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobFilter;
import io.baton.job.JobSettlements.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text goes in and comes out as it was, whatever it holds. */
abstract class PayloadRoundTripContract extends VerbContract {

    static List<String> payloads() {
        return List.of(
                "null",
                "\"\"",
                "\"Grüße, Ωμέγα, привет, 你好, שלום\"",
                "\"four bytes: 😀 𝒜 👩‍👩‍👧‍👦\"",
                "\"e\u0301 is not \u00e9\"",
                "{\"quote\":\"it's \\\"quoted\\\"\",\"back\":\"C:\\\\temp\\\\\",\"semicolon\":\"'; DROP TABLE baton_job; --\"}",
                "\"zero: \\u0000, lone surrogate: \\ud83d\"",
                "\"\\n\\r\\t, ? and ?? and :name and ${name} and {fn now()}\"",
                "{\n  \"b\" : 1.10,\n  \"a\" : 1e3,\n  \"a\" : 12345678901234567890\n}",
                "  \"blanks around\"  ");
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void a_payload_comes_back_letter_by_letter(String payload) {
        long id = insert(job().payload(payload));
        store().insertAll(List.of(job().payload(payload).asNew()));

        assertThat(find(id).payload()).isEqualTo(payload);
        assertThat(claim(2))
                .extracting(claimed -> database().body(claimed).payload())
                .containsExactly(payload, payload);
    }

    @Test
    void a_payload_of_a_megabyte_comes_back_whole() {
        String payload = "\"" + "0123456789abcdeü".repeat(65_000) + "\"";
        insert(job().payload(payload));
        store().insertAll(job().payload(payload).times(5));

        assertThat(claim(6))
                .hasSize(6)
                .allMatch(claimed -> payload.equals(database().body(claimed).payload()));
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void a_checkpoint_and_a_result_come_back_letter_by_letter(String text) {
        insert(job());
        ClaimedJob first = claimOne();
        assertThat(store().saveCheckpoint(first.fence(), text)).isEqualTo(Settled.DONE);
        settle(first, new Outcome.Retried(Duration.ZERO, text));
        assertThat(find(first.id()).error()).isEqualTo(text);

        ClaimedJob second = claimOne();
        assertThat(database().body(second).checkpoint()).isEqualTo(text);
        settle(second, new Outcome.Completed(text));
        assertThat(find(first.id()).result()).isEqualTo(text);
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void an_error_comes_back_letter_by_letter(String error) {
        insert(job());
        ClaimedJob claimed = claimOne();
        settle(claimed, new Outcome.Dead(error));
        assertThat(find(claimed.id()).error()).isEqualTo(error);
    }

    /** PostgreSQL has no zero character, and half a surrogate pair is no character anywhere. */
    @ParameterizedTest
    @ValueSource(strings = {"before\0after", "before\ud83dafter"})
    void an_error_without_proper_text_is_kept_as_well_as_possible(String error) {
        for (Outcome outcome : List.of(
                new Outcome.Dead(error),
                new Outcome.Retried(Duration.ZERO, error),
                new Outcome.HandedBack(Duration.ZERO, error))) {
            long id = insert(job().queue("broken"));
            ClaimedJob claimed = database().claim("broken", 1).get(0);
            assertThat(store().saveProgress(Map.of(claimed.fence(), new Progress(0.5, error)))
                            .get(claimed.fence()))
                    .isEqualTo(Settled.DONE);
            assertThat(settle(claimed, outcome)).isEqualTo(Settled.DONE);
            assertThat(find(id).error()).startsWith("before").endsWith("after");
            store().cancel(List.of(id));
        }
    }

    @Test
    void names_that_differ_in_case_accents_or_blanks_are_different_names() {
        List<String> names = List.of("mail", "Mail", "MAIL", "mail ", "máil", "ma\u0301il", "ﬁle", "file");
        names.forEach(name -> insert(job().queue(name).type(name)));

        for (String name : names) {
            assertThat(store().search(JobFilter.all().type(name), 0, 10)).hasSize(1);
            assertThat(database().claim(name, 10))
                    .singleElement()
                    .satisfies(claimed -> assertThat(claimed.queue()).isEqualTo(name))
                    .satisfies(claimed -> assertThat(claimed.type()).isEqualTo(name));
        }
    }

    @Test
    void names_may_hold_any_letter() {
        String name = "Aufträge 😀 '%_\\\"?";
        long id = insert(job().queue(name).type(name));
        assertThat(find(id).type()).isEqualTo(name);
        assertThat(database().claim(name, 1)).hasSize(1);
    }

    @Test
    void labels_come_back_letter_by_letter() {
        Map<String, String> labels = Map.of("tenant", "a=b", "name", "Grüße 😀 '\"\\%_!", "blank", " x ", "empty", "");
        long id = insert(job().labels(labels));
        assertThat(find(id).labels()).isEqualTo(labels);
    }
}
