package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.job.JobSweeps.Unlocked;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;

/** Whatever a person writes into the tables, the database refuses it, or it comes to an end; and the other jobs go on. */
@OnEachDatabase(and = {TestDatabase.POSTGRES_CONTAINER, TestDatabase.MARIADB_CONTAINER})
class HandMadeRowsTests extends StoreContract<StoreOnDatabase> {

    private static final String CLAIMED_LONG_AGO = ", claimed_at = '2020-01-01 00:00:00'";

    /** Times of this database that Java or the database's own arithmetic cannot hold. */
    private List<String> strangeTimes() {
        return switch (kind) {
            case H2 -> List.of("'-1000000-01-01 00:00:00'", "'1000000-01-01 00:00:00'");
            case MARIADB, MARIADB_CONTAINER -> List.of("'0000-00-00'", "'0001-01-01'");
            case MYSQL -> List.of("'0001-01-01'");
            default -> List.of("'infinity'", "'-infinity'", "'294000-01-01'", "'4000-01-01 BC'");
        };
    }

    @Override
    StoreOnDatabase store(TestDatabase kind) {
        return new StoreOnDatabase(kind);
    }

    private Unlocked unlockStrays(int limit) {
        return database.store.unlockStrays(limit);
    }

    private long worker() {
        return database.register("other", "q");
    }

    private void set(long id, String assignments) {
        database.sql.update("UPDATE baton_job SET " + assignments + " WHERE id = " + id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NULL", "0", "-3", "999999999"})
    void claimed_for_nobody_is_taken_back_and_runs(String worker) {
        long stray = database.insert(job());
        database.claimOne();
        set(stray, "worker_id = " + worker + CLAIMED_LONG_AGO);

        assertThat(unlockStrays(10)).isEqualTo(new Unlocked(1, List.of(), Set.of("q")));

        JobDetails ready = database.find(stray);
        assertThat(ready.state()).isEqualTo(JobState.READY);
        assertThat(ready.attempts()).isZero();
        ClaimedJob again = database.claimOne();
        assertThat(again.id()).isEqualTo(stray);
        assertThat(again.crashes()).isEqualTo(1);
        assertThat(database.settle(again, Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
    }

    @Test
    void what_living_and_dead_workers_hold_is_no_stray() {
        database.insert(job(), job());
        database.claimOne();
        long dead = worker();
        Claim claim = new Claim("q", UUID.randomUUID(), dead, 1, null);
        assertThat(database.store.claim(claim).jobs()).hasSize(1);
        database.workers.deregister(dead, true);
        assertThat(unlockStrays(10)).isEqualTo(Unlocked.NOTHING);
        assertThat(database.store.heldBy(dead)).hasSize(1);
        assertThat(database.store.heldBy(database.worker)).hasSize(1);
    }

    @Test
    void jobs_of_a_worker_whose_row_was_deleted_are_reclaimed_outcomes_refused() {
        long worker = worker();
        database.insert(job());
        ClaimedJob held = database.store
                .claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                .jobs()
                .get(0);
        database.sql.update("DELETE FROM baton_worker WHERE id = ?", worker);
        set(held.id(), "claimed_at = NULL");

        assertThat(unlockStrays(10).jobs()).isEqualTo(1);

        assertThat(database.settle(held, Outcome.Completed.PLAIN)).isEqualTo(Settled.FENCED);
        assertThat(database.state(held.id())).isEqualTo(JobState.READY);
    }

    @Test
    void a_fresh_claim_may_have_come_before_the_row_of_its_worker() {
        assumeThat(kind)
                .as("a database that may have several servers")
                .isIn(TestDatabase.MARIADB, TestDatabase.MARIADB_CONTAINER, TestDatabase.MYSQL);
        long id = database.insert(job());
        for (String claimed : List.of("claimed_at - INTERVAL 61 SECOND", "'9000-01-01 00:00:00'")) {
            database.claimOne();
            set(id, "worker_id = 999999999");
            assertThat(unlockStrays(10)).isEqualTo(Unlocked.NOTHING);
            set(id, "claimed_at = " + claimed);
            assertThat(unlockStrays(10).jobs()).as(claimed).isEqualTo(1);
        }
    }

    @Test
    void a_stray_that_people_cancelled_is_cancelled() {
        long stray = database.insert(job());
        database.claimOne();
        set(stray, "worker_id = NULL, cancel_requested = TRUE" + CLAIMED_LONG_AGO);
        assertThat(unlockStrays(10).jobs()).isEqualTo(1);
        assertThat(database.state(stray)).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void strays_are_taken_back_in_bounded_portions() {
        database.store.insertAll(job().times(50));
        assertThat(database.claim(50)).hasSize(50);
        database.sql.update("UPDATE baton_job SET worker_id = NULL" + CLAIMED_LONG_AGO);
        assertThat(unlockStrays(20).jobs()).isEqualTo(20);
        assertThat(unlockStrays(20).jobs()).isEqualTo(20);
        assertThat(unlockStrays(20).jobs()).isEqualTo(10);
        assertThat(unlockStrays(20)).isEqualTo(Unlocked.NOTHING);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 10, 300})
    void strays_are_taken_back_while_somebody_holds_another_row(int rows) throws Exception {
        long held = database.insert(job());
        database.claimOne();
        database.store.insertAll(job().times(rows));
        database.claim(rows).forEach(stray -> set(stray.id(), "worker_id = NULL" + CLAIMED_LONG_AGO));
        try (HeldTransaction stranger = database.hold()) {
            stranger.call(() -> database.joining.cancel(List.of(held)));
            assertThat(CompletableFuture.supplyAsync(() -> unlockStrays(rows))
                            .get(60, TimeUnit.SECONDS)
                            .jobs())
                    .isEqualTo(rows);
        }
    }

    @Test
    void times_that_nobody_can_compute_with_are_refused() {
        long id = database.insert(job());
        for (String time : strangeTimes()) {
            for (String column : List.of("due_at", "created_at")) {
                assertThatThrownBy(() -> set(id, column + " = " + time))
                        .as(column + " = " + time)
                        .isInstanceOf(DataIntegrityViolationException.class);
            }
        }
        assertThat(database.claimOne().id()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attempt = 2147483647",
                "attempt = 1000000001",
                "attempt = -1",
                "attempt = -2147483648",
                "crashes = 2147483647",
                "crashes = -1",
                "state = 4",
                "state = 6",
                "state = 8",
                "state = -1",
                "state = 2",
                "due_at = '0999-12-31 00:00:00'",
                "created_at = '0999-12-31 00:00:00'"
            })
    void what_would_stop_the_claims_of_its_queue_is_refused(String assignments) {
        assumeThat(assignments.startsWith("state") && !assignments.equals("state = 2") && !isPostgres())
                .as("there, a job of an unknown state is never claimed, and stops no other")
                .isFalse();
        long id = database.insert(job());
        assertThatThrownBy(() -> set(id, assignments)).isInstanceOf(DataIntegrityViolationException.class);
        assertThat(database.claimOne().id()).isEqualTo(id);
    }

    private boolean isPostgres() {
        return kind == TestDatabase.POSTGRES || kind == TestDatabase.POSTGRES_CONTAINER;
    }

    /** PostgreSQL parses each constraint anew in every statement that stores a job. */
    @Test
    void one_constraint_on_postgresql_refuses_all_of_these() {
        assumeThat(kind).isIn(TestDatabase.POSTGRES, TestDatabase.POSTGRES_CONTAINER);
        assertThat(database.sql.queryForList(
                        "SELECT conname FROM pg_constraint WHERE conrelid = 'baton_job'::regclass AND contype = 'c'",
                        String.class))
                .containsExactly("baton_job_is_possible");
    }

    @Test
    void a_claimed_row_without_an_attempt_to_give_back_is_refused() {
        long id = database.insert(job());
        database.claimOne();
        assertThatThrownBy(() -> set(id, "attempt = 0")).isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    void a_blocked_job_is_unfinished_until_it_is_cancelled() {
        long id = database.insert(job());
        set(id, "state = 3");
        assertThat(database.state(id)).isEqualTo(JobState.BLOCKED);
        assertThat(database.store.anyUnfinished(JobFilter.all())).isTrue();
        assertThat(database.store.cancel(List.of(id))).isEqualTo(1);
        assertThat(database.store.anyUnfinished(JobFilter.all())).isFalse();
    }

    @Test
    void an_outcome_that_a_constraint_refuses_is_known_to_be_refused() {
        long id = database.insert(job());
        ClaimedJob claimed = database.claimOne();
        database.sql.execute("ALTER TABLE baton_job ADD CONSTRAINT refusal CHECK (error <> 'refused')");
        try {
            assertThatThrownBy(() -> database.settle(claimed, new Outcome.Dead("refused")))
                    .isInstanceOf(DataIntegrityViolationException.class);
        } finally {
            database.sql.execute("ALTER TABLE baton_job DROP CONSTRAINT refusal");
        }
        assertThat(database.settle(claimed, new Outcome.Dead("another"))).isEqualTo(Settled.DONE);
        assertThat(database.state(id)).isEqualTo(JobState.DEAD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "attempt = 1000000000",
                "crashes = 1000",
                "job_rank = 2147483647",
                "job_rank = -2147483648",
                "max_attempts = -2147483648",
                "due_at = '9999-12-30 00:00:00'",
                "due_at = '1000-01-02 00:00:00'",
                "created_at = '9999-12-30 00:00:00'",
                "created_at = '1000-01-02 00:00:00'",
                "type = ''",
                "labels = '='",
                "progress = -1e300"
            })
    void rows_not_refused_are_claimed_with_neighbours_and_reach_any_end(String assignments) {
        for (Outcome outcome : List.of(
                Outcome.Completed.PLAIN,
                new Outcome.Snoozed(Duration.ofHours(1)),
                Outcome.HandedBack.UNSTARTED,
                new Outcome.Dead("why"))) {
            database.clear();
            List<Long> ids = database.insert(job(), job(), job());
            set(ids.get(1), assignments);
            List<ClaimedJob> claimed = database.claim(3);
            assertThat(claimed).extracting(ClaimedJob::id).containsExactlyInAnyOrderElementsOf(ids);
            claimed.forEach(each -> assertThat(database.settle(each, outcome)).isEqualTo(Settled.DONE));
            assertThat(database.find(ids.get(1)).id().value()).isEqualTo(ids.get(1));
        }
    }

    @Test
    void endless_crashes_and_attempts_do_not_keep_their_worker_from_being_unlocked() {
        List<Long> ids = database.insert(job(), job());
        long worker = worker();
        assertThat(database.store
                        .claim(new Claim("q", UUID.randomUUID(), worker, 2, null))
                        .jobs())
                .hasSize(2);
        set(ids.get(0), "crashes = 1000, cancel_requested = TRUE");
        set(ids.get(1), "crashes = 1000, attempt = 1000000001");
        database.sql.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", worker);

        assertThat(database.store.unlock(worker, 10)).isEqualTo(new Unlocked(2, List.of(ids.get(1)), Set.of()));
        assertThat(database.state(ids.get(0))).isEqualTo(JobState.CANCELLED);
        assertThat(database.state(ids.get(1))).isEqualTo(JobState.DEAD);
    }

    @Test
    void crashes_without_end_are_charged_all_the_same() {
        long id = database.insert(job());
        set(id, "crashes = 1000");
        ClaimedJob claimed = database.claimOne();
        assertThat(database.store.countCrash(Set.of(claimed.fence())))
                .containsExactly(Map.entry(claimed.fence(), Settled.DONE));
        assertThat(database.store.settle(
                        List.of(Settlement.of(claimed, Outcome.HandedBack.UNSTARTED, claimed.crashes()))))
                .containsValue(Settled.DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483647", "-2147483648", "1000"})
    void interruptions_without_end_or_before_the_first_come_to_an_end(String interruptions) {
        long id = database.insert(job());
        set(id, "interruptions = " + interruptions);
        assertThat(database.settle(database.claimOne(), Outcome.Interrupted.PLAIN))
                .isEqualTo(Settled.DONE);
        assertThat(database.state(id)).isEqualTo(interruptions.startsWith("-") ? JobState.READY : JobState.DEAD);
    }

    /** An older node has reclaimed it. */
    @Test
    void a_dead_job_whose_steps_were_not_undone_is_given_up() {
        long id = database.insert(job());
        ClaimedJob job = database.claimOne();
        database.store.save(job.fence(), Steps.withUndo(Steps.done("charge", "1")));
        set(id, "state = 5, lock_id = NULL, died_at = created_at");
        assertThat(database.store.cancel(List.of(id))).isEqualTo(1);
        assertThat(database.state(id)).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void a_stray_whose_steps_can_be_undone_is_undone() {
        for (String undoes : List.of("crashes = 5", "cancel_requested = TRUE")) {
            long stray = database.insert(job());
            ClaimedJob job = database.claimOne();
            database.store.save(job.fence(), Steps.withUndo(Steps.done("charge", "1")));
            set(stray, "worker_id = NULL, " + undoes + CLAIMED_LONG_AGO);
            assertThat(unlockStrays(10)).isEqualTo(new Unlocked(1, List.of(), Set.of()));
            assertThat(database.state(stray)).isEqualTo(JobState.READY);
            assertThat(unlockStrays(10)).isEqualTo(Unlocked.NOTHING);
            assertThat(database.claimOne().ties().has(Ties.UNDOING)).isTrue();
        }
    }
}
