package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.permit.Limit;
import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a crash or a hand left of limits, and permits that nobody uses, are found and given to others. */
@Tag("strict")
@OnEachDatabase(and = TestDatabase.MEMORY)
class PermitRepairTests extends LimitedContract<LimitedStore> {

    @Override
    LimitedStore store(TestDatabase kind) {
        return LimitedStore.on(kind);
    }

    private JobState state(long id) {
        return limited.database.state(id);
    }

    private List<Long> insert(int count, String... names) {
        return IntStream.range(0, count)
                .mapToObj(each -> limited.insert(job(), names))
                .toList();
    }

    private List<Long> ready() {
        return limited.database.claim("q", 1_000).stream().map(ClaimedJob::id).toList();
    }

    private Repaired removeForgotten() {
        return limited.database.transactions.run(() -> limited.permits.removeForgotten(0, 1_000));
    }

    private Repaired wakeForgotten() {
        return limited.database.transactions.run(() -> limited.permits.wakeForgotten(0, 1_000));
    }

    @Test
    void a_forgotten_permit_counts_for_nothing() {
        limited.define("a", 1);
        List<Long> ids = insert(2, "a");
        limited.follow();
        limited.removeByHand(ids.subList(0, 1));
        limited.admit("a");

        assertThat(ready()).hasSize(1);
    }

    @Test
    void permits_are_reclaimed_from_unstarted_jobs_of_paused_queues() {
        limited.define("a", 3);
        limited.define("b", 0);
        ClaimedJob running = claimedOf(limited.insert(job(), "a"));
        long ready = limited.insert(job(), "a");
        long half = limited.insert(job(), "a", "b");
        long other = limited.insert(job().queue("other"), "a");
        limited.follow();
        assertThat(limited.held("a")).isEqualTo(3);
        Repaired taken = limited.database.transactions.run(() -> limited.permits.releaseUnserved(Set.of("other"), 10));

        assertThat(taken).isEqualTo(new Repaired(null, 2, Set.of("a", "b")));
        assertThat(limited.of(running.id())).isEqualTo(Map.of("a", 2));
        assertThat(limited.of(half)).isEqualTo(Map.of("a", 1, "b", 0));
        assertThat(state(ready)).isEqualTo(JobState.BLOCKED);
        limited.database.transactions.run(() -> limited.permits.admit(Set.of("a"), Set.of("other"), 10));
        assertThat(state(other)).isEqualTo(JobState.READY);
        assertThat(limited.database
                        .transactions
                        .run(() -> limited.permits.releaseUnserved(Set.of("other", "nobody"), 10))
                        .repaired())
                .isZero();
    }

    @Test
    void permits_of_jobs_that_are_no_more_are_removed() {
        limited.define("a", 1);
        List<Long> ids = insert(3, "a");
        limited.follow();
        limited.removeByHand(ids.subList(0, 2));

        assertThat(removeForgotten()).isEqualTo(new Repaired(null, 2, Set.of("a")));
        assertThat(removeForgotten().repaired()).isZero();
        assertThat(limited.of(ids.get(0))).isEmpty();
        assertThat(limited.of(ids.get(2))).isEqualTo(Map.of("a", 1));
    }

    @Test
    void a_job_without_needs_has_none_of_its_ids_earlier_permits() {
        limited.define("a", 1);
        List<Long> ids = insert(2, "a");
        long gone = ids.get(0);
        limited.follow();
        limited.removeByHand(List.of(gone));
        limited.database.insertAgain(gone);
        limited.admit("a");

        assertThat(state(ids.get(1))).isEqualTo(JobState.READY);
        assertThat(limited.permits.find("a").orElseThrow().held()).isEqualTo(1);
        limited.database.transactions.run(() -> limited.permits.releaseUnserved(Set.of(), 10));
        assertThat(state(gone)).isEqualTo(JobState.READY);
        assertThat(removeForgotten()).isEqualTo(new Repaired(null, 1, Set.of("a")));
        assertThat(limited.of(gone)).isEmpty();
    }

    @Test
    void a_waiting_job_is_not_admitted_by_its_ids_earlier_permits() {
        limited.define("a", 1);
        NewJob plain = job().asNew();
        long gone = limited.insert(job(), "a");
        long waiting = limited.database.store.insert(new NewJob(
                plain.type(), "q", 0, Due.NOW, null, Map.of(), "{}", List.of(), null, Ties.AWAITS, null, null, null));
        limited.removeByHand(List.of(gone));
        limited.leaveTo(waiting, gone);
        limited.follow();

        assertThat(state(waiting)).isEqualTo(JobState.BLOCKED);
    }

    @Test
    void blocked_jobs_that_wait_for_nothing_wait_again() {
        limited.define("a", 1);
        limited.define("b", 1);
        long forgotten = limited.insert(job(), "a", "b");
        long without = limited.insert(job(), "a");
        long waiting = limited.insert(job(), "a");
        limited.dirty();
        limited.sleepByHand(forgotten);
        limited.removePermitsByHand(without);

        assertThat(wakeForgotten()).isEqualTo(new Repaired(null, 2, Set.of("a", "b")));
        assertThat(wakeForgotten().repaired()).isZero();
        assertThat(limited.of(forgotten)).isEqualTo(Map.of("a", 1, "b", 0));
        assertThat(state(without)).isEqualTo(JobState.READY);
        assertThat(state(waiting)).isEqualTo(JobState.BLOCKED);
    }

    @Test
    void rows_of_keys_that_nobody_uses_go_and_come_again() {
        limited.define("a", 1);
        insert(2, "a:x");
        List<Long> ofKey = insert(1, "a:y");
        limited.database.transactions.run(() -> limited.permits.change("a:own", Limit.of(3)));
        limited.follow();
        limited.unusedForLong();
        limited.database.store.cancel(ofKey);
        limited.dirty();

        assertThat(limited.database.transactions.run(() -> limited.permits.removeIdle(10)))
                .isEqualTo(1);
        assertThat(limited.permits.find("a:y")).isEmpty();
        assertThat(limited.permits.find("a:own")).isPresent();
        long again = limited.insert(job(), "a:y");
        limited.follow();
        assertThat(state(again)).isEqualTo(JobState.READY);
    }

    private ClaimedJob claimedOf(long id) {
        limited.follow();
        ClaimedJob job = limited.database.claimOne();
        assertThat(job.id()).isEqualTo(id);
        return job;
    }

    @Test
    void no_more_are_taken_back_at_once_than_was_asked_for() {
        limited.define("a", 5);
        insert(5, "a");
        limited.follow();
        for (int expected : new int[] {2, 2, 1, 0}) {
            assertThat(limited.database
                            .transactions
                            .run(() -> limited.permits.releaseUnserved(Set.of(), 2))
                            .repaired())
                    .isEqualTo(expected);
        }
    }

    @Test
    void all_is_repaired_portion_by_portion() {
        limited.define("a", 1);
        List<Long> ids = insert(6, "a");
        limited.removeByHand(ids.subList(1, 2));
        limited.removeByHand(ids.subList(4, 5));
        limited.removePermitsByHand(ids.get(3));

        assertThat(portions((after, limit) -> limited.permits.removeForgotten(after, limit)))
                .containsExactly(1, 1, 0);
        assertThat(portions((after, limit) -> limited.permits.wakeForgotten(after, limit)))
                .containsExactly(0, 1, 0);
        assertThat(limited.permitRows()).isEqualTo(3);
    }

    private interface Repair {
        Repaired of(long after, int limit);
    }

    /** How many were repaired in each portion of two. */
    private List<Integer> portions(Repair repair) {
        List<Integer> portions = new ArrayList<>();
        Long after = 0L;
        while (after != null) {
            long from = after;
            Repaired repaired = limited.database.transactions.run(() -> repair.of(from, 2));
            portions.add(repaired.repaired());
            after = repaired.last();
        }
        return portions;
    }

    @Test
    void key_rows_stay_if_used_lately_in_use_or_with_own_settings() {
        limited.define("a", 1);
        limited.define("~r", RateTests.SLOW);
        limited.database.transactions.run(() -> limited.permits.change("~r:own", Limit.of(RateTests.SLOW)));
        List<Long> lately = insert(1, "a:lately");
        insert(1, "a:held");
        limited.follow();
        limited.database.store.cancel(lately);
        assertThat(removeIdle()).as("somebody has used them lately").isZero();
        limited.unusedForLong();
        assertThat(removeIdle()).isEqualTo(1);
        assertThat(limited.permits.find("a:lately")).isEmpty();
        assertThat(limited.permits.find("a:held")).isPresent();
        assertThat(limited.permits.findRate("~r:own")).isPresent();
    }

    private int removeIdle() {
        return limited.database.transactions.run(() -> limited.permits.removeIdle(10));
    }
}
