package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class InsertContract extends VerbContract {

    @Test
    void keeps_everything_it_was_given() {
        long id = insert(job().type("mail.send")
                .queue("mails")
                .priority(7)
                .maxAttempts(3)
                .labels(Map.of("tenant", "7", "kind", "news"))
                .payload("{\"user\":9}"));

        JobDetails found = find(id);
        assertThat(found.id().value()).isEqualTo(id);
        assertThat(found.type()).isEqualTo("mail.send");
        assertThat(found.queue()).isEqualTo("mails");
        assertThat(found.priority()).isEqualTo(7);
        assertThat(found.maxAttempts()).isEqualTo(3);
        assertThat(found.labels()).isEqualTo(Map.of("tenant", "7", "kind", "news"));
        assertThat(found.payload()).isEqualTo("{\"user\":9}");
    }

    @Test
    void gives_a_new_job_a_plain_beginning() {
        JobDetails found = find(insert(job().payload(null)));

        assertThat(found.state()).isEqualTo(JobState.READY);
        assertThat(found.attempts()).isZero();
        assertThat(found.maxAttempts()).isNull();
        assertThat(found.claimedAt()).isNull();
        assertThat(found.endedAt()).isNull();
        assertThat(found.worker()).isNull();
        assertThat(found.labels()).isEmpty();
        assertThat(found.progress()).isNull();
        assertThat(found.payload()).isNull();
        assertThat(found.result()).isNull();
        assertThat(found.error()).isNull();
    }

    @Test
    void ids_ascend() {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ids.add(insert(job()));
        }
        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void a_full_range_of_priorities_comes_back_as_it_was() {
        for (int priority : new int[] {Integer.MIN_VALUE, -5, -1, 0, 1, 30128, Integer.MAX_VALUE}) {
            assertThat(find(insert(job().priority(priority))).priority()).isEqualTo(priority);
        }
    }

    @Test
    void many_are_stored_in_the_given_order() {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < 2_345; i++) {
            jobs.add(job().dueAt("2020-01-01T00:00:00Z")
                    .payload(Integer.toString(i))
                    .asNew());
        }
        store().insertAll(jobs);

        List<String> expected = jobs.stream().map(NewJob::payload).toList();
        List<ClaimedJob> claimed = claim(3_000);
        assertThat(claimed).extracting(ClaimedJob::payload).isEqualTo(expected);
        assertThat(claimed).extracting(ClaimedJob::id).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ids_are_answered_in_the_given_order(boolean ofDifferentTypes) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            jobs.add(job().type(ofDifferentTypes && i % 2 == 0 ? "even" : "odd")
                    .payload(Integer.toString(i))
                    .asNew());
        }

        List<Long> ids = store().insertAllWithIds(jobs);

        assertThat(ids).hasSize(300).doesNotHaveDuplicates();
        for (int i = 0; i < 300; i += 37) {
            assertThat(store().find(ids.get(i)).orElseThrow().payload()).isEqualTo(Integer.toString(i));
        }
        assertThat(store().insertAllWithIds(List.of())).isEmpty();
    }

    @Test
    void many_due_at_once_run_in_the_given_order() {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            jobs.add(job().payload(Integer.toString(i)).asNew());
        }
        store().insertAll(jobs);

        assertThat(claim(1_000))
                .extracting(ClaimedJob::payload)
                .isEqualTo(jobs.stream().map(NewJob::payload).toList());
    }

    @Test
    void many_of_different_types_run_in_the_given_order() {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            jobs.add(job().type(i % 2 == 0 ? "even" : "odd")
                    .payload(Integer.toString(i))
                    .asNew());
        }
        store().insertAll(jobs);

        assertThat(claim(500))
                .extracting(ClaimedJob::payload)
                .isEqualTo(jobs.stream().map(NewJob::payload).toList());
    }

    @Test
    void many_that_differ_in_their_payloads_only_keep_everything_they_were_given() {
        JobDraft draft = job().type("mail.send")
                .queue("mails")
                .priority(7)
                .dueIn(Duration.ofHours(1))
                .maxAttempts(3)
                .label("tenant", "7");
        store().insertAll(List.of(
                draft.payload("\"a, {b}\"").asNew(),
                draft.payload(null).asNew(),
                draft.payload("").asNew()));

        List<JobDetails> found = store().search(JobFilter.all(), 0, 10);
        assertThat(found).hasSize(3).allSatisfy(each -> {
            assertThat(each.type()).isEqualTo("mail.send");
            assertThat(each.queue()).isEqualTo("mails");
            assertThat(each.priority()).isEqualTo(7);
            assertThat(each.state()).isEqualTo(JobState.SCHEDULED);
            assertThat(each.dueAt()).isCloseTo(each.enqueuedAt().plusSeconds(3_600), within(1, ChronoUnit.MINUTES));
            assertThat(each.maxAttempts()).isEqualTo(3);
            assertThat(each.labels()).isEqualTo(Map.of("tenant", "7"));
        });
        assertThat(found)
                .extracting(each -> find(each.id().value()).payload())
                .containsExactlyInAnyOrder("\"a, {b}\"", null, "");
    }

    @Test
    void many_may_differ_in_everything() {
        store().insertAll(List.of(
                job().type("a")
                        .queue("one")
                        .priority(1)
                        .label("k", "v")
                        .maxAttempts(2)
                        .asNew(),
                job().type("b")
                        .queue("two")
                        .dueIn(Duration.ofHours(1))
                        .payload(null)
                        .asNew(),
                job().type("c")
                        .queue("two")
                        .dueAt("2020-01-01T00:00:00Z")
                        .payload("[1]")
                        .asNew(),
                job().type("d").queue("two").dueAt("2100-01-01T00:00:00Z").asNew()));

        Map<String, JobDetails> byType = new TreeMap<>();
        store().search(JobFilter.all(), 0, 10)
                .forEach(found -> byType.put(found.type(), find(found.id().value())));
        assertThat(byType).containsOnlyKeys("a", "b", "c", "d");
        assertThat(byType.values())
                .extracting(JobDetails::state)
                .containsExactly(JobState.READY, JobState.SCHEDULED, JobState.READY, JobState.SCHEDULED);
        assertThat(byType.values()).extracting(JobDetails::queue).containsExactly("one", "two", "two", "two");
        assertThat(byType.values()).extracting(JobDetails::payload).containsExactly("{}", null, "[1]", "{}");
        assertThat(byType.get("a"))
                .satisfies(found -> assertThat(found.labels()).isEqualTo(Map.of("k", "v")))
                .satisfies(found -> assertThat(found.maxAttempts()).isEqualTo(2));
    }

    @Test
    void none_are_stored_for_none() {
        store().insertAll(List.of());
        assertThat(store().counts()).isEmpty();
    }

    @Test
    void a_job_lives_and_dies_with_the_transaction_that_stored_it() {
        assertThatThrownBy(() -> database().transactions.run(() -> {
                    database().joining.insert(job().asNew());
                    database().joining.insertAll(job().times(3));
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(store().counts()).isEmpty();
    }
}
