package io.baton.job;

import static io.baton.job.JobDraft.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.example.NoteStatements;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever ends a job or moves it, a capability that it is tied to follows in the same transaction. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class TransitionTests implements TestsOnDatabase {

    @SuppressWarnings("NullAway.Init")
    private StoreOnDatabase database;

    @SuppressWarnings("NullAway.Init")
    private NoteStatements notes;

    @Override
    public void open(TestDatabase kind) {
        database = new StoreOnDatabase(kind, NoteStatements::new);
        database.sql.execute(NoteStatements.TABLE);
        notes = new NoteStatements(new Database(database.dataSource, null));
    }

    @Override
    public void close() {
        database.close();
    }

    @BeforeEach
    void clear() {
        database.clear();
        database.sql.update("DELETE FROM baton_note");
    }

    private long tied() {
        return tie(database.insert(job()));
    }

    private long tie(long id) {
        database.sql.update(
                "UPDATE baton_job SET ties = ?, batch_group = 7, batch_index = 3 WHERE id = ?", NoteStatements.TIE, id);
        return id;
    }

    private ClaimedJob claimed() {
        tied();
        return database.claimOne();
    }

    private void settle(ClaimedJob job, Outcome outcome) {
        database.store.settle(List.of(Settlement.of(job, outcome)));
    }

    private static Map<String, Outcome> outcomes() {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        outcomes.put("COMPLETED", new Outcome.Completed("1"));
        outcomes.put("CANCELLED", new Outcome.Cancelled());
        outcomes.put("DEAD", new Outcome.Dead("it broke"));
        outcomes.put("RETRIED", new Outcome.Retried(Duration.ofHours(1), "it broke"));
        outcomes.put("SNOOZED", new Outcome.Snoozed(Duration.ofHours(1)));
        outcomes.put("HANDED_BACK", Outcome.HandedBack.UNSTARTED);
        return outcomes;
    }

    static Stream<String> outcomeNames() {
        return outcomes().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("outcomeNames")
    void outcomes_are_followed(String transition) {
        ClaimedJob job = claimed();
        settle(job, requireNonNull(outcomes().get(transition)));
        assertThat(notes.of(job.id())).containsExactly(Transition.valueOf(transition));
    }

    @ParameterizedTest
    @MethodSource("outcomeNames")
    void outcomes_are_rolled_back_with_what_followed(String transition) {
        ClaimedJob job = claimed();
        assertThatThrownBy(() -> database.transactions.run(() -> {
                    database.joining.settle(
                            List.of(Settlement.of(job, requireNonNull(outcomes().get(transition)))));
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(notes.of(job.id())).isEmpty();
        assertThat(database.state(job.id())).isEqualTo(JobState.CLAIMED);
    }

    @Test
    void a_wait_in_a_step_and_its_end_are_followed() {
        ClaimedJob job = claimed();
        Steps steps = new Steps(database.store);
        steps.sleepIn(job, "nap");
        assertThat(notes.of(job.id())).containsExactly(Transition.SUSPENDED);
        database.waitsOver();
        database.store.promoteDue(10);
        assertThat(notes.of(job.id())).containsExactly(Transition.SUSPENDED, Transition.PROMOTED);
        steps.suspend(database.claimOne());
        assertThat(notes.of(job.id()).subList(2, 4)).containsExactly(Transition.SUSPENDED, Transition.PROMOTED);
        ClaimedJob again = database.claimOne();
        steps.waitFor(again, "approved");
        database.store.send(again.id(), "approved", "1", null);
        assertThat(notes.of(job.id())).hasSize(6).endsWith(Transition.SUSPENDED, Transition.PROMOTED);
    }

    @Test
    void a_claim_tells_what_the_job_takes_part_in() {
        assertThat(claimed().ties()).isEqualTo(new Ties(NoteStatements.TIE, 7L, 3));
        database.insert(job());
        assertThat(database.claimOne().ties()).isEqualTo(Ties.NONE);
    }

    @Test
    void a_batch_of_plain_and_tied_jobs_is_settled_together() {
        long plain = database.insert(job());
        long tied = tied();
        List<ClaimedJob> claimed = database.claim(2);
        Map<Fence, Settled> settled = database.store.settle(claimed.stream()
                .map(each -> Settlement.of(each, new Outcome.Completed("1")))
                .toList());
        assertThat(settled).hasSize(2).containsValue(Settled.DONE);
        assertThat(notes.of(tied)).containsExactly(Transition.COMPLETED);
        assertThat(notes.count()).isEqualTo(1);
        assertThat(database.find(plain).result()).isEqualTo("1");
        assertThat(database.find(tied).result()).isEqualTo("1");
    }

    @Test
    void what_is_fenced_is_not_followed() {
        ClaimedJob job = claimed();
        settle(job, Outcome.HandedBack.UNSTARTED);
        outcomes().values().forEach(outcome -> settle(job, outcome));
        assertThat(notes.of(job.id())).containsExactly(Transition.HANDED_BACK);
    }

    @Test
    void a_job_that_a_person_cancelled_is_cancelled_whatever_it_came_to() {
        ClaimedJob job = claimed();
        database.store.cancel(List.of(job.id()));
        assertThat(notes.of(job.id())).isEmpty();
        settle(job, new Outcome.Retried(Duration.ZERO, "it broke"));
        assertThat(notes.of(job.id())).containsExactly(Transition.CANCELLED);
    }

    @Test
    void the_last_of_many_interruptions_is_an_end() {
        ClaimedJob job = claimed();
        settle(job, Outcome.Interrupted.PLAIN);
        database.interrupted(Outcome.Interrupted.MOST_IN_A_ROW - 1);
        settle(database.claimOne(), Outcome.Interrupted.PLAIN);
        assertThat(database.state(job.id())).isEqualTo(JobState.DEAD);
        assertThat(notes.of(job.id())).containsExactly(Transition.HANDED_BACK, Transition.DEAD);
    }

    private static Map<String, Consumer<TransitionTests>> others() {
        Map<String, Consumer<TransitionTests>> others = new LinkedHashMap<>();
        others.put("CANCELLED", contract -> contract.database.store.cancel(List.of(contract.tied())));
        others.put("REVIVED", contract -> contract.database.store.revive(List.of(contract.dead())));
        others.put(
                "RESCHEDULED",
                contract -> contract.database.store.reschedule(
                        List.of(contract.tied()), new Due.After(Duration.ofHours(1))));
        others.put("PROMOTED", contract -> {
            contract.tie(contract.database.insertOverdue(job(), "2020-01-01 00:00:00"));
            contract.database.store.promoteDue(10);
        });
        others.put("REMOVED", contract -> {
            contract.dead();
            contract.database.everythingLongAgo();
            contract.database.store.purge(new Retention(null, null, Duration.ofDays(1), 100), 10);
        });
        return others;
    }

    static Stream<String> otherNames() {
        return others().keySet().stream();
    }

    private long dead() {
        ClaimedJob job = claimed();
        database.store.settle(List.of(new Settlement(job.fence(), new Outcome.Dead("it broke"), false, null)));
        database.sql.update("DELETE FROM baton_note");
        return job.id();
    }

    @ParameterizedTest
    @MethodSource("otherNames")
    void what_people_and_time_do_is_followed(String transition) {
        requireNonNull(others().get(transition)).accept(this);
        assertThat(database.sql.queryForList("SELECT transition FROM baton_note", String.class))
                .containsExactly(transition);
    }

    @Test
    void what_does_not_happen_is_not_followed() {
        ClaimedJob running = claimed();
        database.store.revive(List.of(running.id()));
        database.store.reschedule(List.of(running.id()), new Due.After(Duration.ofHours(1)));
        database.store.promoteDue(10);
        database.store.purge(new Retention(Duration.ZERO, Duration.ZERO, Duration.ZERO, 100), 10);
        assertThat(notes.count()).isZero();
    }

    @Test
    void jobs_of_dead_workers_are_unlocked_or_dead_or_cancelled() {
        long worker = database.register("dying", "q");
        tied();
        long free = database.store
                .claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                .jobs()
                .get(0)
                .id();
        database.workers.deregister(worker, false);
        database.store.unlock(worker, 10);
        assertThat(notes.of(free)).containsExactly(Transition.UNLOCKED);

        long second = database.register("dying again", "q");
        long cancelled = tied();
        List<ClaimedJob> claimed = database.store
                .claim(new Claim("q", UUID.randomUUID(), second, 2, null))
                .jobs();
        assertThat(claimed).hasSize(2);
        database.crashed(5);
        database.store.cancel(List.of(cancelled));
        database.workers.deregister(second, false);
        database.store.unlock(second, 10);
        assertThat(notes.of(free)).containsExactly(Transition.UNLOCKED, Transition.DEAD);
        assertThat(notes.of(cancelled)).containsExactly(Transition.CANCELLED);
    }

    @Test
    void a_store_without_the_capability_knows_that_it_is_not_for_it() {
        ClaimedJob job = claimed();
        assertThat(database.joining.knows(job.ties())).isTrue();
        assertThat(database.joining.knows(new Ties(1 << 15, null, null))).isFalse();
        assertThat(database.joining.knows(new Ties(NoteStatements.TIE | 1 << 15, null, null)))
                .as("one of two is not enough")
                .isFalse();
        assertThat(JobStore.on(new Database(database.dataSource, null), TestedStore.KEEP_ALL)
                        .knows(job.ties()))
                .isFalse();
    }
}
