package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobDetails;
import io.baton.JobState;
import io.baton.job.ClaimedJob.JobBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

abstract class ClaimContract extends VerbContract {

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 10, 100, 137, 1000})
    void takes_up_to_the_limit_and_never_more(int limit) {
        store().insertAll(job().times(limit + 5));
        assertThat(claim(limit)).hasSize(limit);
        assertThat(claim(limit)).hasSize(Math.min(limit, 5));
    }

    @Test
    void takes_what_there_is() {
        assertThat(claim(10)).isEmpty();
        store().insertAll(job().times(3));
        assertThat(claim(10)).hasSize(3);
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void serves_one_queue() {
        insert(job().queue("a"));
        insert(job().queue("b").priority(9));
        assertThat(database().claim("a", 10)).extracting(ClaimedJob::queue).containsExactly("a");
        assertThat(database().claim("c", 10)).isEmpty();
        assertThat(database().claim("b", 10)).extracting(ClaimedJob::queue).containsExactly("b");
    }

    @Test
    void larger_priorities_come_first_and_equal_ones_in_order_of_enqueue() {
        int[] priorities = {0, Integer.MIN_VALUE, 30128, Integer.MAX_VALUE, -5, Integer.MAX_VALUE - 1, 1, -1};
        List<NewJob> jobs = new ArrayList<>();
        for (int round = 0; round < 40; round++) {
            for (int priority : priorities) {
                jobs.add(job().priority(priority)
                        .dueAt("2020-01-01T00:00:00Z")
                        .payload(Integer.toString(round))
                        .asNew());
            }
        }
        store().insertAll(jobs);

        List<ClaimedJob> claimed = claimAllInBatchesOf(37);
        assertThat(claimed).hasSize(jobs.size());
        assertThat(claimed)
                .extracting(ClaimedJob::priority)
                .isSortedAccordingTo(Collections.reverseOrder(Integer::compare));
        for (int priority : priorities) {
            assertThat(claimed)
                    .filteredOn(taken -> taken.priority() == priority)
                    .extracting(ClaimedJob::id)
                    .hasSize(40)
                    .isSorted();
        }
    }

    @Test
    void a_more_urgent_job_overtakes_all_that_wait() {
        store().insertAll(job().times(1_000));
        long urgent = insert(job().priority(1));
        assertThat(claimOne().id()).isEqualTo(urgent);
    }

    @Test
    void equal_due_times_are_served_in_the_order_of_ids() {
        store().insertAll(job().dueAt("2020-01-01T00:00:00Z").times(1_000));
        assertThat(claimAllInBatchesOf(10))
                .extracting(ClaimedJob::id)
                .hasSize(1_000)
                .isSorted();
    }

    @Test
    void what_was_due_earlier_comes_first_whatever_its_id() {
        List<Integer> days = new ArrayList<>();
        for (int day = 1; day <= 28; day++) {
            days.add(day);
        }
        Collections.shuffle(days, new Random(7));
        days.forEach(day -> insert(job().dueAt("2020-02-%02dT00:00:00Z".formatted(day))));

        assertThat(claimAllInBatchesOf(5)).hasSize(28).isSortedAccordingTo(ClaimedJob.ORDER);
    }

    @Test
    void answers_a_batch_in_the_order_in_which_it_is_due() {
        Random random = new Random(3);
        for (int i = 0; i < 50; i++) {
            insert(job().priority(random.nextInt(3)).dueAt("2020-02-%02dT00:00:00Z".formatted(1 + random.nextInt(3))));
        }
        assertThat(claim(50)).hasSize(50).isSortedAccordingTo(ClaimedJob.ORDER);
    }

    @Test
    void tells_the_worker_all_about_the_job() {
        long id = insert(job().type("t").priority(-3).maxAttempts(4).payload("[5]"));
        JobDetails before = find(id);
        Claim wish = database().wish("q", 1);
        assertThat(store().claim(wish).jobs())
                .singleElement()
                .usingRecursiveComparison()
                .ignoringFields("waited")
                .isEqualTo(ClaimedJobs.plain(
                        id, wish.lockId(), "t", "q", -3, 1, 0, 4, before.enqueuedAt(), before.dueAt(), "[5]"));
    }

    @Test
    void reads_labels_if_they_are_requested() {
        insert(job().label("tenant", "a\\b=c\n"));
        insert(job());
        Claim claim = new Claim("q", UUID.randomUUID(), database().worker, 50, null, true, null);
        assertThat(store().claim(claim).jobs())
                .extracting(ClaimedJob::labels)
                .containsExactly(Map.of("tenant", "a\\b=c\n"), Map.of());
    }

    @Test
    void reads_labels_of_few_types() {
        insert(job().type("t").label("tenant", "1"));
        insert(job().type("other"));
        Claim claim = new Claim("q", UUID.randomUUID(), database().worker, 50, Set.of("t"), true, null);
        assertThat(store().claim(claim).jobs()).extracting(ClaimedJob::labels).containsExactly(Map.of("tenant", "1"));
    }

    @Test
    void shows_who_holds_the_job() {
        long id = insert(job());
        claimOne();
        JobDetails held = find(id);
        assertThat(held.state()).isEqualTo(JobState.CLAIMED);
        assertThat(held.attempts()).isEqualTo(1);
        assertThat(held.worker()).isEqualTo(TestedStore.WORKER);
        assertThat(held.claimedAt()).isAfterOrEqualTo(held.enqueuedAt());
    }

    @Test
    void leaves_scheduled_dead_and_ended_jobs_alone() {
        insert(job());
        settle(claimOne(), new Outcome.Dead("broken"));
        insert(job());
        settle(claimOne(), Outcome.Completed.PLAIN);
        insert(job().dueIn(Duration.ofHours(1)));
        database().insertOverdue(job(), "2020-01-01 00:00:00");
        assertThat(claim(10)).isEmpty();
    }

    @Test
    void counts_only_once_it_is_committed() {
        long id = insert(job());
        assertThatThrownBy(() -> database().transactions.run(() -> {
                    assertThat(database().joining.claim(database().wish("q", 1)).jobs())
                            .hasSize(1);
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(state(id)).isEqualTo(JobState.READY);
        assertThat(claimOne().attempt()).isEqualTo(1);
    }

    @Test
    void can_be_asked_what_it_got() {
        store().insertAll(job().times(5));
        Claim wish = database().wish("q", 3);
        List<ClaimedJob> claimed = store().claim(wish).jobs();
        claim(1);

        assertThat(store().claimedUnder(wish))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("waited")
                .isEqualTo(claimed);
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        settle(claimed.get(1), new Outcome.Retried(Duration.ZERO, "again"));
        assertThat(store().claimedUnder(wish))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("waited")
                .containsExactly(claimed.get(2));
        assertThat(store().claimedUnder(database().wish("q", 3))).isEmpty();
    }

    @Test
    void takes_only_the_types_that_are_wanted() {
        for (String type : List.of("a", "b", "A", "c", "a", "a", "a ", "á")) {
            insert(job().type(type));
        }
        assertThat(claimTypes(2, "a", "c")).extracting(ClaimedJob::type).containsExactly("a", "c");
        assertThat(claimTypes(10, "a", "c", "x")).extracting(ClaimedJob::type).containsExactly("a", "a");
        assertThat(claimTypes(10, "a")).isEmpty();
        assertThat(claimTypes(10)).isEmpty();
        assertThat(claim(10)).extracting(ClaimedJob::type).containsExactly("b", "A", "a ", "á");
    }

    @Test
    void whoever_wants_some_types_hides_no_others() {
        store().insertAll(job().type("theirs").times(300));
        store().insertAll(job().type("ours").times(100));
        database().transactions.run(() -> {
            Claim ours = new Claim("q", UUID.randomUUID(), database().worker, 50, Set.of("ours"));
            assertThat(database().joining.claim(ours).jobs()).hasSize(50);
            try (HeldTransaction other = database().hold()) {
                assertThat(other.call(() -> database()
                                .joining
                                .claim(database().wish("q", 300))
                                .jobs()))
                        .hasSize(300)
                        .allMatch(job -> job.type().equals("theirs"));
            }
            return null;
        });
    }

    private List<ClaimedJob> claimTypes(int limit, String... types) {
        return store().claim(new Claim("q", UUID.randomUUID(), database().worker, limit, Set.of(types)))
                .jobs();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "ü", "😀"})
    void brings_no_payload_that_is_larger_than_it_may_be(String letter) {
        int bytes = letter.getBytes(StandardCharsets.UTF_8).length;
        String largest = letter.repeat(ClaimedJob.LARGEST_READ_AT_ONCE / bytes);
        insert(job().payload(largest));
        insert(job().payload(largest + letter));
        Claim wish = database().wish("q", 2);

        List<ClaimedJob> claimed = store().claim(wish).jobs();

        assertThat(claimed.get(0).payload()).isEqualTo(largest);
        assertThat(claimed.get(0).isUnread()).isFalse();
        assertThat(claimed.get(1).payload()).isNull();
        assertThat(claimed.get(1).unreadBytes()).isEqualTo(ClaimedJob.LARGEST_READ_AT_ONCE + bytes);
        assertThat(store().claimedUnder(wish))
                .usingRecursiveFieldByFieldElementComparatorIgnoringFields("waited")
                .isEqualTo(claimed);
        assertThat(database().body(claimed.get(1)).payload()).isEqualTo(largest + letter);
    }

    @Test
    void a_checkpoint_counts_as_the_payload_does() {
        insert(job().payload("x".repeat(ClaimedJob.LARGEST_READ_AT_ONCE - 1)));
        ClaimedJob first = claimOne();
        store().saveCheckpoint(first.fence(), "yy");
        settle(first, new Outcome.Retried(Duration.ZERO, "again"));

        ClaimedJob second = claimOne();

        assertThat(second.unreadBytes()).isEqualTo(ClaimedJob.LARGEST_READ_AT_ONCE + 1);
        assertThat(second.payload()).isNull();
        assertThat(second.checkpoint()).isNull();
        assertThat(database().body(second)).isEqualTo(new JobBody(first.payload(), "yy"));
    }

    @Test
    void what_was_not_brought_is_read_for_whoever_holds_the_job() {
        store().insertAll(job().payload("x".repeat(20_000)).times(3));
        List<ClaimedJob> claimed = claim(3);
        Fence given = claimed.get(0).fence();
        settle(claimed.get(0), Outcome.HandedBack.UNSTARTED);
        ClaimedJob again = claimOne();
        settle(claimed.get(1), Outcome.Completed.PLAIN);

        List<Fence> asked = List.of(
                given, again.fence(), claimed.get(1).fence(), claimed.get(2).fence());
        assertThat(store().bodies(asked))
                .containsOnlyKeys(again.fence(), claimed.get(2).fence());
        assertThat(store().bodies(List.of(given))).isEmpty();
        assertThat(store().bodies(List.of())).isEmpty();
        assertThat(asked.stream().filter(store()::sees))
                .as("claims that stand, and the end of a job")
                .containsExactly(
                        again.fence(), claimed.get(1).fence(), claimed.get(2).fence());
    }

    private List<ClaimedJob> claimAllInBatchesOf(int limit) {
        List<ClaimedJob> all = new ArrayList<>();
        for (List<ClaimedJob> batch = claim(limit); !batch.isEmpty(); batch = claim(limit)) {
            all.addAll(batch);
        }
        return all;
    }
}
