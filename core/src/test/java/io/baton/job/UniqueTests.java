package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatonException;
import io.baton.DuplicateJobException;
import io.baton.Enqueued;
import io.baton.Enqueued.Outcome;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.OnDuplicate;
import io.baton.UnusableTransactionException;
import io.baton.enqueue.Enqueuer;
import io.baton.job.UniqueOnDatabase.Mail;
import io.baton.job.UniqueOnDatabase.Report;
import io.baton.permit.Limit;
import io.baton.testing.CountedStatements;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.RecordedStatements;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionDefinition;

/** Of jobs with a key there is one, for as long as it holds the key. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase({TestDatabase.H2, TestDatabase.MARIADB, TestDatabase.MYSQL})
class UniqueTests implements TestsOnDatabase {

    @SuppressWarnings("UnnecessaryLambda") // shared by the tests
    private static final Consumer<JobOptions> UNTIL_STARTED = job -> job.unique("mail:7");

    @SuppressWarnings("UnnecessaryLambda") // shared by the tests
    private static final Consumer<JobOptions> UNTIL_FINISHED = job -> job.uniqueUntilFinished("mail:7");

    @SuppressWarnings("UnnecessaryLambda") // shared by the tests
    private static final Consumer<JobOptions> FOR_A_DAY = job -> job.unique("mail:7", Duration.ofDays(1));

    /** Statements, of which a few are for some hundred keys at once. */
    private static final int MANY = 20;

    private static final io.baton.job.Outcome COMPLETED = new io.baton.job.Outcome.Completed(null);

    @SuppressWarnings("NullAway.Init")
    private TestDatabase kind;

    @SuppressWarnings("NullAway.Init")
    private UniqueOnDatabase on;

    @Override
    public void open(TestDatabase kind) {
        this.kind = kind;
        on = new UniqueOnDatabase(kind);
    }

    @Override
    public void close() {
        on.close();
    }

    @BeforeEach
    void clear() {
        on.clear();
    }

    private Enqueued mail(Consumer<JobOptions> options) {
        return on.mail(1, options);
    }

    private static Consumer<JobOptions> and(Consumer<JobOptions> options, OnDuplicate choice) {
        return options.andThen(job -> job.onDuplicate(choice));
    }

    private void complete(ClaimedJob job) {
        assertThat(on.settle(job, COMPLETED)).isEqualTo(Settled.DONE);
    }

    @Test
    void a_waiting_job_stands_for_another_with_its_key() {
        Enqueued first = mail(UNTIL_STARTED);
        assertThat(first.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(mail(UNTIL_STARTED)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        assertThat(mail(job -> job.unique("mail:8")).outcome()).isEqualTo(Outcome.CREATED);
        assertThat(on.office.enqueue(new Report(1), UNTIL_STARTED))
                .as("keys are shared by all types")
                .isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        assertThat(on.jobs.claim(10)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {999_999, 1_000_000, Integer.MAX_VALUE})
    void however_often_a_key_was_asked_for_the_waiting_job_stands(int asked) {
        Enqueued first = mail(UNTIL_STARTED);
        on.sql.update("UPDATE baton_unique SET asked = ?", asked);
        Integer before = asked;
        for (int time = 0; time < 3; time++) {
            assertThat(mail(UNTIL_STARTED)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
            Integer now = on.sql.queryForObject("SELECT asked FROM baton_unique", Integer.class);
            assertThat(now)
                    .as("changed, so that the row is seen in an old snapshot too, and not as if it were new")
                    .isNotEqualTo(before)
                    .isGreaterThan(1);
            before = now;
        }
    }

    @Test
    void a_request_that_comes_after_the_start_makes_another_job() {
        Enqueued first = mail(UNTIL_STARTED);
        ClaimedJob job = on.jobs.claimOne();
        assertThat(mail(UNTIL_STARTED).outcome()).as("claimed, but not started").isEqualTo(Outcome.KEPT);
        assertThat(on.start(job)).isEqualTo(Settled.DONE);
        Enqueued second = mail(UNTIL_STARTED);
        assertThat(second.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(second.id()).isNotEqualTo(first.id());
        complete(job);
        assertThat(mail(UNTIL_STARTED)).isEqualTo(new Enqueued(second.id(), Outcome.KEPT));
    }

    @Test
    void until_it_has_finished_there_is_no_other() {
        Enqueued first = mail(UNTIL_FINISHED);
        assertThat(mail(UNTIL_FINISHED).outcome()).isEqualTo(Outcome.KEPT);
        ClaimedJob job = on.claimAndStart();
        assertThat(mail(UNTIL_FINISHED)).isEqualTo(new Enqueued(first.id(), Outcome.RUNNING));
        assertThat(on.settle(job, new io.baton.job.Outcome.Retried(Duration.ZERO, "again")))
                .isEqualTo(Settled.DONE);
        assertThat(mail(UNTIL_FINISHED)).as("it starts anew").isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        ClaimedJob again = on.claimAndStart();
        assertThat(mail(UNTIL_FINISHED).outcome()).isEqualTo(Outcome.RUNNING);
        complete(again);
        assertThat(on.rows()).isZero();
        assertThat(mail(UNTIL_FINISHED).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void for_a_time_there_is_no_other_whatever_has_become_of_it() {
        Enqueued first = mail(FOR_A_DAY);
        complete(on.claimAndStart());
        assertThat(mail(FOR_A_DAY)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        on.expire();
        assertThat(mail(FOR_A_DAY).outcome()).isEqualTo(Outcome.CREATED);
        assertThat(mail(FOR_A_DAY).outcome()).isEqualTo(Outcome.KEPT);
    }

    @Test
    void a_business_day_is_an_argument() {
        LocalDate day = LocalDate.of(2026, 11, 22);
        assertThat(mail(job -> job.uniqueOn("file:1", day)).outcome()).isEqualTo(Outcome.CREATED);
        complete(on.claimAndStart());
        assertThat(mail(job -> job.uniqueOn("file:1", day)).outcome()).isEqualTo(Outcome.KEPT);
        assertThat(mail(job -> job.uniqueOn("file:1", day.plusDays(1))).outcome())
                .isEqualTo(Outcome.CREATED);
        assertThat(mail(job -> job.uniqueOn("file:2", day)).outcome()).isEqualTo(Outcome.CREATED);
        assertThat(mail(job -> job.unique("file:1 2026-11-22")).outcome()).isEqualTo(Outcome.CREATED);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void one_that_was_cancelled_holds_no_key(int scope) {
        Consumer<JobOptions> options =
                List.of(UNTIL_STARTED, UNTIL_FINISHED, FOR_A_DAY).get(scope);
        Enqueued first = mail(options);
        assertThat(on.office.cancel(first.id())).isTrue();
        assertThat(on.rows()).isZero();
        assertThat(mail(options).outcome()).isEqualTo(Outcome.CREATED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_dead_job_holds_no_key_and_regains_it_when_revived(int scope) {
        Consumer<JobOptions> options =
                List.of(UNTIL_STARTED, UNTIL_FINISHED, FOR_A_DAY).get(scope);
        Enqueued first = mail(options);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        assertThat(on.keys()).isEmpty();
        assertThat(on.office.revive(first.id())).isTrue();
        assertThat(on.keys()).hasSize(1);
        assertThat(mail(options)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        assertThat(on.rows()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void one_that_died_is_not_revived_beside_another_with_its_key(int scope) {
        Consumer<JobOptions> options =
                List.of(UNTIL_STARTED, UNTIL_FINISHED, FOR_A_DAY).get(scope);
        Enqueued dead = mail(options);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        Enqueued other = mail(options);
        assertThat(other.outcome()).isEqualTo(Outcome.CREATED);
        assertThatThrownBy(() -> on.office.revive(dead.id()))
                .isInstanceOf(DuplicateJobException.class)
                .hasMessageContaining(dead.id().toString());
        assertThat(on.office.reviveAll(JobFilter.all())).isZero();
        assertThat(on.jobs.state(dead.id().value())).isEqualTo(JobState.DEAD);
        on.office.cancel(other.id());
        assertThat(on.office.revive(dead.id())).isTrue();
    }

    @Test
    void of_two_dead_ones_with_the_same_key_one_is_revived() {
        mail(UNTIL_FINISHED);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        mail(UNTIL_FINISHED);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        assertThat(on.rows()).isEqualTo(2);
        assertThat(on.office.reviveAll(JobFilter.all())).isEqualTo(1);
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @Test
    void what_a_dead_one_kept_aside_goes_with_it() {
        mail(UNTIL_FINISHED);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        assertThat(on.rows()).isEqualTo(1);
        on.jobs.everythingLongAgo();
        on.jobs.store.purge(new Retention(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1), 100), 100);
        assertThat(on.rows()).isZero();
    }

    @Test
    void cancelling_a_dead_job_removes_its_reserved_key_and_no_other() {
        Enqueued dead = mail(UNTIL_FINISHED);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        Enqueued other = mail(UNTIL_FINISHED);
        assertThat(on.rows()).isEqualTo(2);
        assertThat(on.office.cancel(dead.id())).isTrue();
        assertThat(on.rows()).isEqualTo(1);
        assertThat(mail(UNTIL_FINISHED)).isEqualTo(new Enqueued(other.id(), Outcome.KEPT));
    }

    @Test
    void dead_ones_are_cancelled_in_bulk_only_where_they_are_named() {
        Enqueued dead = mail(UNTIL_FINISHED);
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Dead("broken"));
        assertThat(on.office.cancelAll(JobFilter.all())).isZero();
        assertThat(on.office.cancelAll(JobFilter.all().state(JobState.DEAD))).isEqualTo(1);
        assertThat(on.jobs.state(dead.id().value())).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void one_that_was_never_started_dies_and_is_revived_with_its_key() {
        Enqueued first = mail(UNTIL_STARTED);
        on.settle(on.jobs.claimOne(), new io.baton.job.Outcome.Dead("unreadable"));
        assertThat(on.keys()).isEmpty();
        assertThat(on.office.revive(first.id())).isTrue();
        assertThat(mail(UNTIL_STARTED)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
    }

    @Test
    void a_debounce_moves_and_rewrites_the_waiting_job() {
        Enqueued first = on.mail(1, UNTIL_STARTED.andThen(job -> job.delay(Duration.ofMinutes(5))));
        on.signals.clear();
        Enqueued second =
                on.mail(2, and(UNTIL_STARTED, OnDuplicate.REPLACE).andThen(job -> job.delay(Duration.ofHours(1))
                        .label("user", "bob")));
        assertThat(second).isEqualTo(new Enqueued(first.id(), Outcome.REPLACED));
        assertThat(on.jobs.find(first.id().value()).labels()).isEqualTo(Map.of("user", "bob"));
        assertThat(on.payload(first.id().value())).isEqualTo("{\"number\":2}");
        assertThat(on.jobs.find(first.id().value()).dueAt())
                .isAfter(on.jobs.find(first.id().value()).enqueuedAt().plus(Duration.ofMinutes(50)));
        assertThat(on.mail(3, and(UNTIL_STARTED, OnDuplicate.REPLACE)).outcome())
                .isEqualTo(Outcome.REPLACED);
        assertThat(on.signals).contains("q");
        assertThat(on.jobs.find(first.id().value()).labels()).isEmpty();
        assertThat(on.jobs.claimOne().payload()).isEqualTo("{\"number\":3}");
    }

    @Test
    void a_debounce_with_a_bound_ends_that_long_after_the_first() {
        Consumer<JobOptions> bounded = UNTIL_STARTED.andThen(job -> job.replace(Duration.ofMinutes(30)));
        long id = on.mail(1, bounded.andThen(job -> job.delay(Duration.ofMinutes(5))))
                .id()
                .value();
        Instant first = on.jobs.find(id).enqueuedAt();

        on.mail(2, bounded.andThen(job -> job.delay(Duration.ofMinutes(10))));
        assertThat(on.jobs.find(id).dueAt()).isBetween(first, first.plus(Duration.ofMinutes(29)));
        on.mail(3, bounded.andThen(job -> job.delay(Duration.ofHours(10))));
        assertThat(on.jobs.find(id).dueAt()).isEqualTo(first.plus(Duration.ofMinutes(30)));
        on.mail(4, bounded.andThen(job -> job.at(first.plus(Duration.ofHours(10)))));
        assertThat(on.jobs.find(id).dueAt()).isEqualTo(first.plus(Duration.ofMinutes(30)));
        on.mail(5, bounded);
        assertThat(on.jobs.claimOne().payload()).isEqualTo("{\"number\":5}");
        assertThatThrownBy(() -> mail(job -> job.replace(Duration.ofSeconds(-1))))
                .isInstanceOf(BatonException.class);
    }

    @Test
    void a_failed_job_that_is_replaced_waits_as_its_request_says() {
        Consumer<JobOptions> bounded = UNTIL_FINISHED.andThen(job -> job.replace(Duration.ofMinutes(30)));
        long id = on.mail(1, bounded).id().value();
        on.settle(on.claimAndStart(), new io.baton.job.Outcome.Retried(Duration.ofHours(1), "failed"));
        on.mail(2, bounded.andThen(job -> job.at(on.jobs.find(id).enqueuedAt().plus(Duration.ofHours(10)))));

        assertThat(on.jobs.find(id).dueAt())
                .isEqualTo(on.jobs.find(id).enqueuedAt().plus(Duration.ofHours(10)));
    }

    @Test
    void a_claimed_unstarted_job_is_reclaimed_to_be_replaced() {
        Enqueued first = mail(UNTIL_STARTED);
        ClaimedJob claimed = on.jobs.claimOne();
        assertThat(on.mail(2, and(UNTIL_STARTED, OnDuplicate.REPLACE)).outcome())
                .isEqualTo(Outcome.REPLACED);
        assertThat(on.start(claimed)).isEqualTo(Settled.FENCED);
        assertThat(on.settle(claimed, COMPLETED)).isEqualTo(Settled.FENCED);
        ClaimedJob again = on.claimAndStart();
        assertThat(again.id()).isEqualTo(first.id().value());
        assertThat(again.attempt()).isEqualTo(1);
        assertThat(again.payload()).isEqualTo("{\"number\":2}");
    }

    @Test
    void replacing_a_job_that_waits_for_its_retry_begins_anew() {
        mail(UNTIL_FINISHED);
        ClaimedJob failed = on.claimAndStart();
        on.settle(failed, new io.baton.job.Outcome.Retried(Duration.ofHours(1), "refused by the server"));
        on.sql.update("UPDATE baton_job SET attempt = 19, crashes = 3, interruptions = 3");
        assertThat(on.mail(2, and(UNTIL_FINISHED, OnDuplicate.REPLACE)).outcome())
                .isEqualTo(Outcome.REPLACED);
        assertThat(on.sql.queryForMap("SELECT attempt, crashes, interruptions, error FROM baton_job"))
                .containsValues(0, null)
                .doesNotContainValue(19)
                .doesNotContainValue(3)
                .doesNotContainValue("refused by the server");
        assertThat(on.claimAndStart().attempt()).isEqualTo(1);
    }

    @Test
    void what_runs_is_not_replaced() {
        Enqueued first = mail(UNTIL_FINISHED);
        on.claimAndStart();
        assertThat(on.mail(2, and(UNTIL_FINISHED, OnDuplicate.REPLACE)))
                .isEqualTo(new Enqueued(first.id(), Outcome.RUNNING));
        assertThat(on.payload(first.id().value())).isEqualTo("{\"number\":1}");
    }

    @Test
    void within_the_period_waiting_jobs_are_replaced_and_started_ones_kept() {
        Enqueued first = mail(FOR_A_DAY);
        assertThat(on.mail(2, and(FOR_A_DAY, OnDuplicate.REPLACE)))
                .isEqualTo(new Enqueued(first.id(), Outcome.REPLACED));
        ClaimedJob job = on.claimAndStart();
        assertThat(job.payload()).isEqualTo("{\"number\":2}");
        assertThat(on.mail(3, and(FOR_A_DAY, OnDuplicate.REPLACE))).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        complete(job);
        assertThat(on.mail(3, and(FOR_A_DAY, OnDuplicate.REPLACE))).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
    }

    @Test
    void a_job_of_another_type_is_not_replaced_but_kept() {
        Enqueued first = mail(UNTIL_STARTED);
        assertThat(on.office.enqueue(new Report(1), and(UNTIL_STARTED, OnDuplicate.REPLACE)))
                .isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        assertThat(on.payload(first.id().value())).isEqualTo("{\"number\":1}");
    }

    @Test
    void an_enqueue_may_be_refused_without_harm_to_the_transaction() {
        Enqueued first = mail(UNTIL_STARTED);
        on.transaction(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult(status -> {
            assertThatThrownBy(() -> mail(and(UNTIL_STARTED, OnDuplicate.FAIL)))
                    .isInstanceOf(DuplicateJobException.class)
                    .hasMessageContaining("mail:7")
                    .hasMessageContaining(first.id().toString());
            on.office.enqueue(new Report(1));
        });
        assertThat(on.jobs.claim(10)).hasSize(2);
    }

    @Test
    void what_is_rolled_back_holds_no_key() {
        on.transaction(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult(status -> {
            assertThat(mail(UNTIL_STARTED).outcome()).isEqualTo(Outcome.CREATED);
            assertThat(mail(UNTIL_STARTED).outcome()).isEqualTo(Outcome.KEPT);
            status.setRollbackOnly();
        });
        assertThat(on.rows()).isZero();
        assertThat(mail(UNTIL_STARTED).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void many_at_once_are_told_what_became_of_each() {
        Enqueued kept = on.mail(3, job -> job.unique("mail:3"));
        List<Mail> mails = Stream.of(1, 2, 3, 1, 4).map(Mail::new).toList();
        List<Enqueued> enqueued = on.office.enqueueEach(mails, (mail, job) -> {
            if (mail.number() != 4) {
                job.unique("mail:" + mail.number());
            }
        });
        assertThat(enqueued)
                .extracting(Enqueued::outcome)
                .containsExactly(Outcome.CREATED, Outcome.CREATED, Outcome.KEPT, Outcome.KEPT, Outcome.CREATED);
        assertThat(enqueued.get(2).id()).isEqualTo(kept.id());
        assertThat(enqueued.get(3).id()).isEqualTo(enqueued.get(0).id());
        assertThat(on.jobs.claim(10)).hasSize(4);
        assertThat(on.sql.queryForList("SELECT job_id FROM baton_unique ORDER BY unique_key", Long.class))
                .containsExactly(
                        enqueued.get(0).id().value(),
                        enqueued.get(1).id().value(),
                        kept.id().value());
    }

    @Test
    void of_thousands_those_are_counted_that_were_stored() {
        assertThat(on.office.enqueueAll(
                        IntStream.range(0, 2_500).mapToObj(Mail::new).toList(),
                        (mail, job) -> job.unique("m" + mail.number())))
                .isEqualTo(2_500);
        assertThat(on.office.enqueueAll(
                        IntStream.range(2_000, 4_000).mapToObj(Mail::new).toList(),
                        (mail, job) -> job.unique("m" + mail.number())))
                .isEqualTo(1_500);
        assertThat(on.rows()).isEqualTo(4_000);
    }

    @Test
    void the_last_of_many_with_the_same_key_replaces_those_before() {
        List<Enqueued> enqueued =
                on.office.enqueueEach(Stream.of(1, 2, 3).map(Mail::new).toList(), (mail, job) -> job.unique("mail")
                        .onDuplicate(OnDuplicate.REPLACE));
        assertThat(enqueued)
                .extracting(Enqueued::outcome)
                .containsExactly(Outcome.CREATED, Outcome.REPLACED, Outcome.REPLACED);
        assertThat(on.jobs.claimOne().payload()).isEqualTo("{\"number\":3}");
    }

    @Test
    void many_of_which_one_is_refused_leave_nothing_behind() {
        mail(job -> job.unique("mail:2"));
        assertThatThrownBy(() -> on.transaction(TransactionDefinition.ISOLATION_DEFAULT)
                        .executeWithoutResult(status -> {
                            assertThatThrownBy(() -> on.office.enqueueEach(
                                            Stream.of(1, 2, 3).map(Mail::new).toList(),
                                            (mail, job) -> job.unique("mail:" + mail.number())
                                                    .onDuplicate(OnDuplicate.FAIL)))
                                    .isInstanceOf(DuplicateJobException.class);
                        }))
                .isInstanceOf(UnusableTransactionException.class);
        assertThat(on.keys()).containsExactly("mail:2");
        assertThat(on.jobs.claim(10)).hasSize(1);
    }

    @Test
    void a_job_that_needs_a_permit_has_a_key_as_well() {
        on.jobs.transactions.run(() -> on.permits.define("smtp", new Limit(1, null)));
        Consumer<JobOptions> options = UNTIL_STARTED.andThen(job -> job.permits("smtp"));
        Enqueued first = mail(options);
        assertThat(on.jobs.state(first.id().value())).isEqualTo(JobState.BLOCKED);
        assertThat(mail(options)).isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        assertThat(mail(and(options, OnDuplicate.REPLACE).andThen(job -> job.delay(Duration.ofHours(1))))
                        .outcome())
                .isEqualTo(Outcome.REPLACED);
        assertThat(on.jobs.state(first.id().value())).isEqualTo(JobState.SCHEDULED);
        assertThat(mail(and(options, OnDuplicate.REPLACE)).outcome()).isEqualTo(Outcome.REPLACED);
        assertThat(on.jobs.state(first.id().value())).isEqualTo(JobState.BLOCKED);
        on.office.cancel(first.id());
        assertThat(mail(options).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void an_item_of_a_batch_has_no_key() {
        Batch batch = on.batches.open();
        assertThatThrownBy(() -> batch.addJob(new Mail(1), UNTIL_STARTED)).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> batch.addJobs(List.of(new Mail(1)), UNTIL_STARTED))
                .isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> batch.onComplete(new Mail(1), UNTIL_STARTED)).isInstanceOf(BatonException.class);
        assertThat(on.rows()).isZero();
    }

    @Test
    void a_worker_that_dies_leaves_the_key_with_the_job() {
        Enqueued first = mail(UNTIL_FINISHED);
        long worker = on.jobs.register("mortal", "q");
        ClaimedJob job = on.jobs
                .store
                .claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                .jobs()
                .get(0);
        assertThat(on.start(job)).isEqualTo(Settled.DONE);
        assertThat(mail(UNTIL_FINISHED).outcome()).isEqualTo(Outcome.RUNNING);
        on.jobs.workers.deregister(worker, true);
        assertThat(on.jobs.store.unlock(worker, 10).jobs()).isEqualTo(1);
        assertThat(mail(UNTIL_FINISHED)).as("it waits again").isEqualTo(new Enqueued(first.id(), Outcome.KEPT));
        assertThat(on.start(job)).isEqualTo(Settled.FENCED);
        complete(on.claimAndStart());
        assertThat(on.rows()).isZero();
    }

    @Test
    void a_key_whose_job_was_removed_by_hand_is_free() {
        Enqueued first = mail(UNTIL_STARTED);
        on.sql.update("DELETE FROM baton_job");
        Enqueued second = mail(UNTIL_STARTED);
        assertThat(second.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(second.id()).isNotEqualTo(first.id());
    }

    @Test
    void what_nobody_asks_for_any_more_is_swept() {
        mail(UNTIL_STARTED);
        mail(job -> job.unique("left", Duration.ofDays(1)));
        Enqueued alive = mail(job -> job.uniqueUntilFinished("alive"));
        on.sql.update("DELETE FROM baton_job WHERE id <> ?", alive.id().value());
        on.sweep();
        assertThat(on.keys()).containsExactly("alive", "left");
        on.expire();
        on.sweep();
        assertThat(on.keys()).containsExactly("alive");
    }

    /** Though a portion is no more than a thousand, and a node may start again before the next one would come. */
    @Test
    void what_nobody_asks_for_is_swept_within_moments_however_many_there_are() {
        List<Mail> mails = IntStream.range(0, 2_500).mapToObj(Mail::new).toList();
        on.office.enqueueAll(mails, (mail, job) -> job.unique("left" + (10_000 + mail.number())));
        on.sql.update("DELETE FROM baton_job");
        on.office.enqueueAll(mails, (mail, job) -> job.unique("day" + (10_000 + mail.number()), Duration.ofDays(1)));
        on.expire();
        int turns = 0;
        while (on.sweep().compareTo(Duration.ofSeconds(1)) < 0) {
            turns++;
        }
        assertThat(turns).isBetween(2, 10);
        assertThat(on.rows()).isZero();
    }

    @Test
    void keys_are_told_apart_by_every_character() {
        for (String key : List.of("a", "A", "a ", " a", "ä", "a\u0301")) {
            assertThat(mail(job -> job.unique(key)).outcome()).as(key).isEqualTo(Outcome.CREATED);
        }
        assertThatThrownBy(() -> mail(job -> job.unique(" "))).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> mail(job -> job.unique("a\tb"))).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> mail(job -> job.unique("x".repeat(201)))).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> mail(job -> job.unique("a", Duration.ZERO))).isInstanceOf(BatonException.class);
        assertThat(mail(job -> job.uniqueOn("x".repeat(200), LocalDate.MAX)).outcome())
                .isEqualTo(Outcome.CREATED);
    }

    @Test
    void a_plain_job_asks_nothing_of_keys() {
        JobId plain = on.office.enqueue(new Mail(1)).id();
        assertThat(on.jobs.claimOne().ties().any()).isFalse();
        assertThat(plain.value()).isPositive();
        assertThat(on.rows()).isZero();
    }

    /** However many there are: whether their jobs wait, have run, or have died. */
    @Test
    void many_at_once_cost_no_statement_each() {
        CountedStatements counted = new CountedStatements(on.jobs.dataSource);
        Enqueuer enqueuer = on.through(counted);
        List<Mail> mails = IntStream.range(0, 500).mapToObj(Mail::new).toList();
        LocalDate day = LocalDate.of(2026, 11, 22);
        Supplier<List<Enqueued>> enqueue = () -> enqueuer.enqueueEach(
                mails.iterator(), enqueuer.jobs((mail, job) -> job.uniqueOn("file:" + mail.number(), day)));
        assertThat(enqueue.get()).extracting(Enqueued::outcome).containsOnly(Outcome.CREATED);
        counted.taken();
        assertThat(enqueue.get()).extracting(Enqueued::outcome).containsOnly(Outcome.KEPT);
        assertThat(counted.taken()).as("while they wait").isLessThan(MANY);
        settleAll(COMPLETED);
        assertThat(enqueue.get()).extracting(Enqueued::outcome).containsOnly(Outcome.KEPT);
        assertThat(counted.taken()).as("when they have run").isLessThan(MANY);
        on.expire();
        int inserts = kind == TestDatabase.POSTGRES ? 0 : mails.size();
        assertThat(enqueue.get()).extracting(Enqueued::outcome).containsOnly(Outcome.CREATED);
        assertThat(counted.taken() - inserts).as("when their time is over").isLessThan(MANY);
        settleAll(new io.baton.job.Outcome.Dead("broken"));
        on.sql.update("UPDATE baton_unique SET dead_job = 0");
        assertThat(enqueue.get()).extracting(Enqueued::outcome).containsOnly(Outcome.CREATED);
        assertThat(counted.taken() - inserts)
                .as("when they died beside an enqueue")
                .isLessThan(MANY);
        assertThat(on.rows()).isEqualTo(1_000);
    }

    private void settleAll(io.baton.job.Outcome outcome) {
        List<ClaimedJob> claimed = on.jobs.claim(500);
        assertThat(claimed).hasSize(500);
        on.jobs.store.settle(
                claimed.stream().map(job -> Settlement.of(job, outcome)).toList());
    }

    /** Returns how many statements an enqueue with a new key takes, one that a waiting job stands for, and one whose job has run. */
    List<Integer> statementsOfOne() {
        CountedStatements counted = new CountedStatements(on.jobs.dataSource);
        Enqueuer enqueuer = on.through(counted);
        enqueuer.enqueue(new Mail(0), job -> job.unique("other"));
        List<Integer> statements = new ArrayList<>();
        counted.taken();
        for (Consumer<JobOptions> options : List.of(UNTIL_FINISHED, UNTIL_FINISHED, FOR_A_DAY, FOR_A_DAY)) {
            enqueuer.enqueue(new Mail(1), options);
            statements.add(counted.taken());
        }
        return statements;
    }

    /** Returns the statements of two enqueues. */
    List<String> textsOfTwo() {
        RecordedStatements recorded = new RecordedStatements(on.jobs.dataSource);
        Enqueuer enqueuer = on.through(recorded);
        enqueuer.enqueue(new Mail(1), job -> job.unique("mail:1"));
        enqueuer.enqueue(new Mail(2), job -> job.unique("mail:2"));
        return recorded.taken();
    }

    /** Returns where a user enqueues who has rights to the tables and no others. */
    Enqueuer throughUser(String user) {
        on.sql.execute("CREATE ROLE " + user + " LOGIN PASSWORD 'secret'");
        on.sql.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + user);
        return on.through(new DriverManagerDataSource(on.jobs.dataSource.getJdbcUrl(), user, "secret"));
    }
}
