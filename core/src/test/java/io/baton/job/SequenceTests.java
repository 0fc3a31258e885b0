package io.baton.job;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.baton.BatonException;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.OnDead;
import io.baton.Rate;
import io.baton.SequenceDetails;
import io.baton.database.Database;
import io.baton.permit.DirtyLimits;
import io.baton.permit.LimitDefinitions.PermitRateLimits;
import io.baton.permit.LimitDefinitions.PermitSemaphores;
import io.baton.permit.PermitStore;
import io.baton.permit.Permits;
import io.baton.sequence.BatonSequences;
import io.baton.sequence.RepairSequences;
import io.baton.sequence.SequenceFollowUp;
import io.baton.sequence.SequencedJobs;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** The jobs of a sequence run one at a time in the order of their ids, whatever happens to the one whose turn it is. */
@Tag("strict")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class SequenceTests implements TestsOnDatabase {

    private static final Duration HOUR = Duration.ofHours(1);

    private final DirtySet<String> dirty = new DirtySet<>();
    private final DirtyLimits limits = new DirtyLimits();
    private final List<String> announced = new ArrayList<>();
    private final JobSignal signal = new JobSignal() {
        @Override
        public void jobsAvailable(ReadyJobs ready) {
            announced.add(ready.queue());
        }

        @Override
        public void jobsScheduled() {}

        @Override
        public void pausesChanged() {}
    };

    @SuppressWarnings("NullAway.Init")
    private TestDatabase kind;

    private final SequencedJobs sequenced = new SequencedJobs(dirty, signal);

    @SuppressWarnings("NullAway.Init")
    private StoreOnDatabase database;

    @SuppressWarnings("NullAway.Init")
    private SequenceFollowUp followUp;

    @SuppressWarnings("NullAway.Init")
    private BatonSequences sequences;

    @SuppressWarnings("NullAway.Init")
    private RepairSequences repair;

    @SuppressWarnings("NullAway.Init")
    private PermitStore permits;

    @Override
    public void open(TestDatabase kind) {
        this.kind = kind;
        database = new StoreOnDatabase(kind, new Permits(limits, JobSignal.ClusterSignal.NONE, null), sequenced);
        Database statements = new Database(database.dataSource, null);
        followUp = new SequenceFollowUp(
                sequenced,
                statements,
                database.joining,
                database.transactions,
                System::nanoTime,
                () -> Duration.ofDays(1));
        sequences = new BatonSequences(statements, database.transactions, dirty);
        repair = new RepairSequences(statements, database.transactions, dirty);
        permits = new PermitStore(statements);
        followUp.begin(() -> {});
        limits.onMarked(() -> {});
    }

    @Override
    public void close() {
        database.close();
    }

    @BeforeEach
    void clear() {
        database.clear();
        database.sql.update("DELETE FROM baton_sequence");
        database.sql.update("DELETE FROM baton_turn");
        dirty.take(Integer.MAX_VALUE);
        announced.clear();
    }

    private static NewJob of(String sequence, OnDead onDead, Due due, String... permits) {
        return new NewJob(
                "work",
                "q",
                0,
                due,
                null,
                Map.of(),
                "{}",
                List.of(permits),
                null,
                0,
                null,
                new NewJob.Sequence(sequence, onDead),
                null);
    }

    private static NewJob of(String sequence) {
        return of(sequence, OnDead.BLOCK, Due.NOW);
    }

    private List<Long> insert(NewJob... jobs) {
        return database.store.insertAllWithIds(List.of(jobs));
    }

    /** Gives turns as a node does, until nothing is left to do. */
    private void follow() {
        for (int turn = 0; turn < 20 && !dirty.isEmpty(); turn++) {
            followUp.follow(Set::of);
        }
    }

    private ClaimedJob claim(long id) {
        List<ClaimedJob> claimed = database.claim("q", 100);
        assertThat(claimed).extracting(ClaimedJob::id).containsExactly(id);
        return claimed.get(0);
    }

    private void settle(ClaimedJob job, Outcome outcome) {
        assertThat(database.store.settle(List.of(Settlement.of(job, outcome)))).containsValue(Settled.DONE);
    }

    private void die(long id) {
        settle(claim(id), new Outcome.Dead("it broke"));
    }

    private void complete(long id) {
        settle(claim(id), Outcome.Completed.PLAIN);
    }

    private JobState state(long id) {
        return database.state(id);
    }

    private SequenceDetails inspect(String name) {
        return sequences.inspect(name).orElseThrow();
    }

    @Test
    void one_runs_at_a_time_in_the_order_of_ids() {
        List<Long> jobs = insert(of("a"), of("a"), of("a"));
        assertThat(jobs).allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.BLOCKED));
        follow();
        assertThat(announced).containsExactly("q");

        complete(jobs.get(0));
        assertThat(announced).containsExactly("q", "q");
        complete(jobs.get(1));
        complete(jobs.get(2));
        assertThat(database.sql.queryForList("SELECT * FROM baton_sequence")).isEmpty();
    }

    @Test
    void the_transaction_that_ends_a_job_makes_the_next_one_ready() {
        List<Long> jobs = insert(of("a"), of("a"));
        follow();
        ClaimedJob first = claim(jobs.get(0));
        assertThatThrownBy(() -> database.transactions.run(() -> {
                    database.joining.settle(List.of(Settlement.of(first, Outcome.Completed.PLAIN)));
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(state(jobs.get(0))).isEqualTo(JobState.CLAIMED);
        assertThat(state(jobs.get(1))).isEqualTo(JobState.BLOCKED);
        assertThat(announced).hasSize(1);

        settle(first, Outcome.Completed.PLAIN);
        assertThat(state(jobs.get(1))).isEqualTo(JobState.READY);
        assertThat(dirty.isEmpty()).isTrue();
    }

    @Test
    void sequences_do_not_wait_for_each_other() {
        List<Long> jobs = insert(of("a"), of("b"), of("a"), of("b"));
        follow();
        List<ClaimedJob> claimed = database.claim("q", 100);
        assertThat(claimed).extracting(ClaimedJob::id).containsExactly(jobs.get(0), jobs.get(1));

        database.store.settle(claimed.stream()
                .map(job -> Settlement.of(job, Outcome.Completed.PLAIN))
                .toList());
        assertThat(database.claim("q", 100)).extracting(ClaimedJob::id).containsExactly(jobs.get(2), jobs.get(3));
    }

    static Outcome[] noEnds() {
        return new Outcome[] {
            new Outcome.Retried(HOUR, "it broke"),
            new Outcome.Retried(Duration.ZERO, "it broke"),
            new Outcome.Snoozed(HOUR),
            Outcome.HandedBack.UNSTARTED,
            new Outcome.HandedBack(HOUR, "full"),
            Outcome.Interrupted.PLAIN
        };
    }

    @Test
    void what_is_no_end_keeps_the_turn() {
        for (Outcome outcome : noEnds()) {
            clear();
            List<Long> jobs = insert(of("a"), of("a"));
            follow();
            settle(claim(jobs.get(0)), outcome);
            follow();
            assertThat(state(jobs.get(1))).describedAs("after %s", outcome).isEqualTo(JobState.BLOCKED);

            database.store.reschedule(List.of(jobs.get(0)), Due.NOW);
            assertThat(state(jobs.get(0))).isEqualTo(JobState.READY);
            complete(jobs.get(0));
            complete(jobs.get(1));
        }
    }

    @Test
    void a_crash_keeps_the_turn() {
        List<Long> jobs = insert(of("a"), of("a"));
        follow();
        claim(jobs.get(0));
        database.sql.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", database.worker);
        database.store.unlock(database.worker, 100);
        database.sql.update("UPDATE baton_worker SET dead = FALSE WHERE id = ?", database.worker);
        follow();
        assertThat(state(jobs.get(1))).isEqualTo(JobState.BLOCKED);
        complete(jobs.get(0));
        complete(jobs.get(1));
    }

    @Test
    void an_id_that_is_seen_late_runs_next_and_beside_nothing() {
        List<Long> jobs = new ArrayList<>();
        try (HeldConnection late = new HeldConnection(database.dataSource)) {
            jobs.addAll(requireNonNull(late.call(() -> database.joining.insertAllWithIds(List.of(of("a"))))));
            jobs.addAll(insert(of("a"), of("a")));
            follow();
            ClaimedJob second = claim(jobs.get(1));
            late.commit();
            dirty.mark(Set.of("a"));
            follow();
            assertThat(state(jobs.get(0))).isEqualTo(JobState.BLOCKED);
            settle(second, Outcome.Completed.PLAIN);
        }
        complete(jobs.get(0));
        complete(jobs.get(2));
    }

    /** Each of the two transactions does not see the other, and the last mark is seen by the follow-up after both. */
    @Test
    void one_that_is_enqueued_while_the_last_one_ends_gets_its_turn() throws Exception {
        List<Long> jobs = new ArrayList<>(insert(of("a")));
        follow();
        ClaimedJob first = claim(jobs.get(0));
        try (HeldConnection sender = new HeldConnection(database.dataSource)) {
            jobs.addAll(requireNonNull(sender.call(() -> database.joining.insertAllWithIds(List.of(of("a"))))));
            settle(first, Outcome.Completed.PLAIN);
            sender.commit();
        }
        follow();
        complete(jobs.get(1));
    }

    @Test
    void a_dead_one_blocks_until_it_is_revived() {
        List<Long> jobs = insert(of("a"), of("a"));
        follow();
        die(jobs.get(0));
        follow();
        assertThat(database.claim("q", 100)).isEmpty();
        assertThat(sequences.blocked(null, 10)).singleElement().satisfies(blocked -> {
            assertThat(blocked.name()).isEqualTo("a");
            assertThat(blocked.head()).isEqualTo(new JobId(jobs.get(0)));
            assertThat(blocked.headState()).isEqualTo(JobState.DEAD);
            assertThat(blocked.error()).isEqualTo("it broke");
            assertThat(blocked.blockedSince()).isNotNull();
            assertThat(blocked.waiting()).isEqualTo(1);
            assertThat(blocked.waiters()).containsExactly(new JobId(jobs.get(1)));
            assertThat(blocked.oldest()).isNotNull();
        });

        database.store.revive(List.of(jobs.get(0)));
        assertThat(sequences.blocked(null, 10)).isEmpty();
        complete(jobs.get(0));
        complete(jobs.get(1));
    }

    @Test
    void a_dead_one_that_blocks_is_not_purged() {
        List<Long> jobs = insert(of("a"), of("a"));
        follow();
        die(jobs.get(0));
        long plain = database.insert(JobDraft.job());
        die(plain);
        database.everythingLongAgo();
        Retention day = new Retention(null, null, Duration.ofDays(1), 100);

        assertThat(database.store.purge(day, 100)).isEqualTo(1);
        assertThat(state(jobs.get(0))).isEqualTo(JobState.DEAD);

        assertThat(sequences.skip("a")).isTrue();
        assertThat(database.store.purge(day, 100)).isEqualTo(1);
        follow();
        complete(jobs.get(1));
    }

    @Test
    void a_cancelled_head_lets_the_next_one_run() {
        List<Long> jobs = insert(of("a"), of("a"), of("a"), of("a"));
        follow();
        database.store.cancel(List.of(jobs.get(0)), false);
        follow();
        die(jobs.get(1));
        database.store.cancel(List.of(jobs.get(1)), true);
        follow();
        database.store.cancel(List.of(jobs.get(2)), false);
        follow();
        complete(jobs.get(3));
    }

    @Test
    void a_dead_one_is_skipped_and_runs_next_if_it_is_revived() {
        List<Long> jobs = insert(of("a", OnDead.SKIP, Due.NOW), of("a"), of("a"));
        follow();
        die(jobs.get(0));
        ClaimedJob second = claim(jobs.get(1));
        database.store.revive(List.of(jobs.get(0)));
        follow();
        assertThat(database.claim("q", 100)).isEmpty();
        settle(second, Outcome.Completed.PLAIN);
        complete(jobs.get(0));
        complete(jobs.get(2));
    }

    @Test
    void many_are_revived_in_the_order_of_their_ids() {
        List<Long> jobs = insert(
                of("a", OnDead.SKIP, Due.NOW), of("a", OnDead.SKIP, Due.NOW), of("a", OnDead.SKIP, Due.NOW), of("a"));
        follow();
        jobs.subList(0, 3).forEach(this::die);
        complete(jobs.get(3));
        database.store.revive(jobs.subList(0, 3));
        follow();
        jobs.subList(0, 3).forEach(this::complete);
    }

    @Test
    void the_rest_is_cancelled_behind_a_dead_one() {
        List<Long> jobs = new ArrayList<>(insert(of("a", OnDead.CANCEL_REST, Due.NOW)));
        for (int more = 0; more < 450; more++) {
            jobs.addAll(insert(of("a")));
        }
        follow();
        die(jobs.get(0));
        follow();
        assertThat(jobs.subList(1, jobs.size()))
                .allSatisfy(id -> assertThat(state(id)).isEqualTo(JobState.CANCELLED));
        assertThat(state(jobs.get(0))).isEqualTo(JobState.DEAD);
        assertThat(sequences.blocked(null, 10)).isEmpty();
        List<Long> later = insert(of("a"));
        follow();
        complete(later.get(0));
    }

    @Test
    void an_operator_skips_cancels_or_goes_on_for_good() {
        List<Long> jobs = insert(of("a"), of("a"), of("a"), of("a"));
        follow();
        die(jobs.get(0));
        assertThat(sequences.skipAll("a")).isEqualTo(3);
        follow();
        die(jobs.get(1));
        die(jobs.get(2));
        complete(jobs.get(3));
        assertThat(sequences.skip("a")).isFalse();

        List<Long> others = insert(of("b"), of("b"));
        follow();
        die(others.get(0));
        assertThat(sequences.cancelRest("b")).isTrue();
        follow();
        assertThat(state(others.get(1))).isEqualTo(JobState.CANCELLED);
        assertThat(sequences.cancelRest("b")).isFalse();
        assertThat(sequences.inspect("b")).isEmpty();
    }

    @Test
    void one_that_is_enqueued_later_is_not_cancelled_with_the_rest() {
        List<Long> jobs = insert(of("a"), of("a"));
        follow();
        die(jobs.get(0));
        sequences.cancelRest("a");
        List<Long> later = insert(of("a"));
        follow();
        assertThat(state(jobs.get(1))).isEqualTo(JobState.CANCELLED);
        complete(later.get(0));
    }

    /** As after a truncation of the table of jobs. */
    @Test
    void a_turn_of_no_job_is_repaired() {
        List<Long> jobs = insert(of("a"));
        dirty.take(100);
        database.sql.update("INSERT INTO baton_turn (name, job_id) VALUES ('a', ?)", jobs.get(0) + 1_000);
        dirty.mark(Set.of("a"));
        follow();
        assertThat(state(jobs.get(0))).isEqualTo(JobState.BLOCKED);
        repair.sweep();
        follow();
        complete(jobs.get(0));
    }

    /** MariaDB and MySQL read rows as they were at the beginning of such a transaction, and change them as they are. */
    @Test
    void a_head_is_cancelled_in_a_transaction_that_saw_it_wait() {
        assumeThat(kind).isIn(TestDatabase.MARIADB, TestDatabase.MYSQL);
        List<Long> jobs = insert(of("a"), of("a"), of("a"));
        follow();
        TransactionTemplate repeatable = new TransactionTemplate(new JdbcTransactionManager(database.dataSource));
        repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        repeatable.executeWithoutResult(status -> {
            database.sql.queryForList("SELECT * FROM baton_sequence");
            CompletableFuture.runAsync(() -> complete(jobs.get(0))).join();
            database.joining.cancel(List.of(jobs.get(1)), false);
        });
        follow();
        complete(jobs.get(2));
    }

    @Test
    void a_delayed_one_takes_its_place_when_it_is_due() {
        List<Long> jobs = insert(of("a", OnDead.BLOCK, new Due.After(HOUR)), of("a"), of("a"));
        follow();
        assertThat(state(jobs.get(0))).isEqualTo(JobState.SCHEDULED);
        ClaimedJob second = claim(jobs.get(1));
        database.overdue(jobs.get(0), "2020-01-01 00:00:00");
        database.store.promoteDue(100);
        follow();
        assertThat(state(jobs.get(0))).isEqualTo(JobState.BLOCKED);
        settle(second, Outcome.Completed.PLAIN);
        complete(jobs.get(0));
        complete(jobs.get(2));
    }

    @Test
    void a_time_that_has_passed_is_now() {
        List<Long> jobs = insert(of("a", OnDead.BLOCK, new Due.At(Instant.parse("2020-01-01T00:00:00Z"))));
        follow();
        complete(jobs.get(0));
    }

    @Test
    void a_waiting_one_cannot_be_moved_and_a_scheduled_one_can() {
        List<Long> jobs = insert(of("a"), of("a"), of("a", OnDead.BLOCK, new Due.After(HOUR)));
        follow();
        assertThat(database.store.reschedule(jobs, new Due.After(HOUR))).isEqualTo(2);
        assertThat(state(jobs.get(0))).isEqualTo(JobState.SCHEDULED);
        assertThat(state(jobs.get(1))).isEqualTo(JobState.BLOCKED);
        assertThat(database.store.reschedule(jobs, Due.NOW)).isEqualTo(2);
        follow();
        complete(jobs.get(0));
        complete(jobs.get(1));
        complete(jobs.get(2));
    }

    @Test
    void permits_are_acquired_with_the_turn_alone() {
        new PermitSemaphores(permits, database.transactions, limits).define("s", 1);
        List<Long> jobs = insert(of("a"), of("a", OnDead.BLOCK, Due.NOW, "s"), of("b", OnDead.BLOCK, Due.NOW, "s"));
        follow();
        admit();
        List<ClaimedJob> claimed = database.claim("q", 100);
        assertThat(claimed).extracting(ClaimedJob::id).containsExactly(jobs.get(0), jobs.get(2));
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        follow();
        admit();
        assertThat(database.claim("q", 100)).isEmpty();
        assertThat(inspect("a").head()).isEqualTo(new JobId(jobs.get(1)));
        settle(claimed.get(1), Outcome.Completed.PLAIN);
        admit();
        complete(jobs.get(1));
    }

    @Test
    void a_scheduled_one_that_is_promoted_acquires_no_permit_before_its_turn() {
        new PermitSemaphores(permits, database.transactions, limits).define("s", 1);
        List<Long> jobs = insert(of("a"), of("a", OnDead.BLOCK, new Due.After(HOUR), "s"));
        follow();
        database.overdue(jobs.get(1), "2020-01-01 00:00:00");
        database.store.promoteDue(100);
        follow();
        admit();
        complete(jobs.get(0));
        admit();
        complete(jobs.get(1));
    }

    private void admit() {
        for (Set<String> names = limits.take(100).names();
                !names.isEmpty();
                names = limits.take(100).names()) {
            Set<String> admitted = names;
            limits.mark(database.transactions
                    .run(() -> permits.admit(admitted, Set.of("q"), 100))
                    .further());
        }
    }

    /** As a node does that does not know sequences. */
    @Test
    void one_that_became_ready_without_its_turn_is_not_run() {
        List<Long> jobs = insert(of("a"), of("a"));
        follow();
        ClaimedJob first = claim(jobs.get(0));
        database.sql.update("UPDATE baton_job SET state = 1 WHERE id = ?", jobs.get(1));
        ClaimedJob second = claim(jobs.get(1));
        assertThat(database.joining.knows(first.ties())).isTrue();
        assertThat(database.joining.knows(second.ties())).isFalse();

        settle(second, Outcome.HandedBack.UNSTARTED);
        assertThat(state(jobs.get(1))).isEqualTo(JobState.BLOCKED);
        settle(first, Outcome.Completed.PLAIN);
        complete(jobs.get(1));
    }

    @ParameterizedTest
    @EnumSource(OnDead.class)
    void what_an_older_node_did_is_repaired(OnDead onDead) {
        List<Long> jobs = insert(of("a", onDead, Due.NOW), of("a"), of("b"), of("b"), of("c"), of("c"));
        follow();
        database.sql.update("UPDATE baton_job SET state = 5, died_at = created_at WHERE id = ?", jobs.get(0));
        database.sql.update("DELETE FROM baton_job WHERE id = ?", jobs.get(2));
        database.sql.update("UPDATE baton_job SET state = 1 WHERE id = ?", jobs.get(5));
        repair.sweep();
        follow();
        assertThat(state(jobs.get(1)))
                .isEqualTo(
                        switch (onDead) {
                            case BLOCK -> JobState.BLOCKED;
                            case SKIP -> JobState.READY;
                            case CANCEL_REST -> JobState.CANCELLED;
                        });
        assertThat(state(jobs.get(3))).isEqualTo(JobState.READY);
        assertThat(state(jobs.get(5))).isEqualTo(JobState.BLOCKED);

        database.sql.update("UPDATE baton_job SET state = 1, died_at = NULL WHERE id = ?", jobs.get(0));
        repair.sweep();
        assertThat(sequences.blocked(null, 10)).isEmpty();
    }

    @Test
    void a_poll_finds_what_no_mark_told() {
        List<Long> jobs = insert(of("a"));
        dirty.take(Integer.MAX_VALUE);
        follow(restarted(Duration.ZERO), 2);
        complete(jobs.get(0));
    }

    /** As at the start of a worker after jobs of many sequences were stored while none ran. */
    @Test
    void a_backlog_without_marks_gets_its_turns_without_pauses() {
        NewJob[] jobs = IntStream.range(0, 2_300)
                .mapToObj(number -> of("s" + number / 2))
                .toArray(NewJob[]::new);
        insert(jobs);
        dirty.take(Integer.MAX_VALUE);
        follow(restarted(HOUR), 20);
        assertThat(database.claim("q", 2_300)).hasSize(1_150);
    }

    private SequenceFollowUp restarted(Duration interval) {
        SequenceFollowUp restarted = new SequenceFollowUp(
                sequenced,
                new Database(database.dataSource, null),
                database.joining,
                database.transactions,
                System::nanoTime,
                () -> interval);
        restarted.begin(() -> {});
        return restarted;
    }

    private static void follow(SequenceFollowUp node, int turns) {
        for (int turn = 0; turn < turns; turn++) {
            node.follow(Set::of);
        }
    }

    @Test
    void priorities_do_not_change_the_order() {
        List<Long> jobs = insert(of("a"), prior(1), prior(2), of("b"));
        follow();
        List<ClaimedJob> claimed = database.claim("q", 100);
        assertThat(claimed).extracting(ClaimedJob::id).containsExactly(jobs.get(0), jobs.get(3));
        settle(claimed.get(0), Outcome.Completed.PLAIN);
        complete(jobs.get(1));
        complete(jobs.get(2));
    }

    private static NewJob prior(int priority) {
        NewJob.Sequence sequence = new NewJob.Sequence("a", OnDead.BLOCK);
        return new NewJob(
                "work", "q", priority, Due.NOW, null, Map.of(), "{}", List.of(), null, 0, null, sequence, null);
    }

    @Test
    void a_head_waits_for_each_start_by_its_rate() {
        new PermitRateLimits(permits, database.transactions, limits).define("r", Rate.of(1, HOUR));
        List<Long> jobs = insert(of("a", OnDead.BLOCK, Due.NOW, "~r"), of("a"));
        follow();
        admit();
        settle(claim(jobs.get(0)), new Outcome.Retried(Duration.ZERO, "it broke"));
        follow();
        admit();
        assertThat(state(jobs.get(0))).isEqualTo(JobState.BLOCKED);
        assertThat(database.claim("q", 100)).isEmpty();
    }

    @Test
    void names_and_lists_have_bounds() {
        assertThatThrownBy(() -> sequences.inspect(" ")).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> sequences.skip("x".repeat(201))).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> sequences.cancelRest("a\nb")).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> sequences.blocked(null, 0)).hasMessageContaining("1 to 1000");
        assertThatThrownBy(() -> sequences.blocked(null, 1_001)).isInstanceOf(BatonException.class);
        assertThat(sequences.inspect("unknown")).isEmpty();
        assertThat(sequences.skipAll("unknown")).isZero();
    }

    @Test
    void the_longest_name_is_stored() {
        String name = "\u00e4".repeat(200);
        List<Long> jobs = insert(of(name), of(name));
        follow();
        complete(jobs.get(0));
        complete(jobs.get(1));
    }
}
