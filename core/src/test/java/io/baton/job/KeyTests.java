package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.OnDuplicate;
import io.baton.enqueue.Enqueuer;
import io.baton.job.UniqueOnDatabase.Mail;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.RecordedStatements;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.data.domain.PageRequest;
import org.springframework.transaction.TransactionDefinition;

/** A job is found by its key, however it was enqueued and whether it has ended; the key goes with the job. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class KeyTests implements TestsOnDatabase {

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
        on.sql.update("DELETE FROM baton_key");
    }

    private static Consumer<JobOptions> order(int number) {
        return job -> job.key("order:" + number);
    }

    private List<Long> found(JobFilter filter) {
        return on.office.search(filter, PageRequest.of(0, 1_000)).getContent().stream()
                .map(job -> job.id().value())
                .toList();
    }

    private List<Long> found(int number) {
        return found(JobFilter.all().key("order:" + number));
    }

    private List<Long> keyed() {
        return on.sql.queryForList("SELECT job_id FROM baton_key ORDER BY job_id", Long.class);
    }

    @Test
    void whatever_way_a_job_is_enqueued_its_key_is_kept() {
        long single = on.mail(1, order(1)).id().value();
        List<Long> each = on
                .office
                .enqueueEach(
                        List.of(new Mail(1), new Mail(2), new Mail(3)),
                        (mail, job) -> job.key("order:" + mail.number()))
                .stream()
                .map(job -> job.id().value())
                .toList();
        assertThat(found(1)).containsExactly(each.get(0), single);
        assertThat(found(3)).containsExactly(each.get(2));
    }

    @Test
    void many_in_bulk_have_one_key_or_each_its_own() {
        List<Mail> mails = IntStream.range(0, 300).mapToObj(Mail::new).toList();
        assertThat(on.office.enqueueAll(mails, order(0))).isEqualTo(300);
        assertThat(on.office.enqueueAll(
                        mails, (mail, job) -> job.key("order:" + mail.number()).priority(mail.number() % 2)))
                .isEqualTo(300);
        assertThat(found(0)).hasSize(301);
        assertThat(found(299)).singleElement().satisfies(id -> assertThat(on.payload(id))
                .contains("299"));
        assertThat(on.office.enqueueAll(mails, (mail, job) -> {
                    if (mail.number() % 100 == 0) {
                        job.key("some");
                    }
                }))
                .isEqualTo(300);
        assertThat(found(JobFilter.all().key("some"))).hasSize(3);
    }

    @Test
    void items_of_a_batch_and_its_callback_have_keys() {
        Batch batch = on.batches.open();
        batch.addJob(new Mail(1), order(1));
        batch.addJobs(List.of(new Mail(2), new Mail(3)), order(1));
        batch.onComplete(new Mail(4), order(4));
        batch.seal();
        assertThat(found(1)).hasSize(3);
        assertThat(found(JobFilter.all().key("order:1").batch(batch.id()))).hasSize(3);
        assertThat(found(4)).hasSize(1);
    }

    @Test
    void a_unique_job_has_a_key_which_one_that_replaces_it_changes() {
        Enqueued first = on.mail(1, order(1).andThen(job -> job.unique("mail:7")));
        assertThat(on.mail(2, order(2).andThen(job -> job.unique("mail:7"))).outcome())
                .isEqualTo(Enqueued.Outcome.KEPT);
        assertThat(found(1)).containsExactly(first.id().value());
        assertThat(found(2)).isEmpty();

        Consumer<JobOptions> replaces = job -> job.unique("mail:7").onDuplicate(OnDuplicate.REPLACE);
        assertThat(on.mail(3, order(3).andThen(replaces)).outcome()).isEqualTo(Enqueued.Outcome.REPLACED);
        assertThat(found(1)).isEmpty();
        assertThat(found(3)).containsExactly(first.id().value());

        assertThat(on.mail(4, replaces).outcome()).isEqualTo(Enqueued.Outcome.REPLACED);
        assertThat(on.office.find(first.id()).map(JobDetails::key)).contains("order:3");
    }

    @Test
    void a_key_commits_and_rolls_back_with_its_job() {
        on.transaction(TransactionDefinition.ISOLATION_DEFAULT).executeWithoutResult(status -> {
            on.mail(1, order(1));
            on.office.enqueueAll(List.of(new Mail(2), new Mail(3)), order(1));
            assertThat(found(1)).hasSize(3);
            status.setRollbackOnly();
        });
        assertThat(found(1)).isEmpty();
        assertThat(keyed()).isEmpty();
    }

    @Test
    void all_that_is_done_by_a_filter_is_done_by_a_key() {
        on.office.enqueueAll(List.of(new Mail(1), new Mail(2)), order(1));
        on.mail(3, order(2));
        JobFilter filter = JobFilter.all().key("order:1");
        assertThat(on.office.drained(filter)).isFalse();
        assertThat(on.office.rescheduleAll(filter, Duration.ofHours(1))).isEqualTo(2);
        assertThat(found(filter.state(JobState.SCHEDULED))).hasSize(2);
        assertThat(on.office.cancelAll(filter)).isEqualTo(2);
        assertThat(on.office.drained(filter)).isTrue();
        assertThat(found(filter.state(JobState.CANCELLED))).hasSize(2);

        ClaimedJob job = on.jobs.claimOne();
        on.settle(job, new Outcome.Dead("it broke"));
        assertThat(on.office.reviveAll(filter)).isZero();
        assertThat(on.office.reviveAll(JobFilter.all().key("order:2"))).isEqualTo(1);
        assertThat(found(2)).containsExactly(job.id());
    }

    @Test
    void keys_go_portion_by_portion_once_their_jobs_are_in_no_table() {
        List<Long> ids = on
                .office
                .enqueueEach(List.of(new Mail(1), new Mail(2), new Mail(3), new Mail(4), new Mail(5)), order(1))
                .stream()
                .map(each -> each.id().value())
                .toList();
        on.mail(6, job -> {});
        List<ClaimedJob> claimed = on.jobs.claim(2);
        on.settle(claimed.get(0), Outcome.Completed.PLAIN);
        on.settle(claimed.get(1), new Outcome.Dead("it broke"));
        on.sql.update("DELETE FROM baton_job WHERE id IN (?, ?)", ids.get(2), ids.get(4));

        assertThat(on.jobs.store.forgetKeys(2)).isEqualTo(2);
        assertThat(keyed()).isEqualTo(ids);
        assertThat(on.jobs.store.forgetKeys(2)).isEqualTo(2);
        assertThat(on.jobs.store.forgetKeys(2)).isEqualTo(1);
        assertThat(keyed()).containsExactly(ids.get(0), ids.get(1), ids.get(3));
        assertThat(found(1)).containsExactly(ids.get(3), ids.get(1), ids.get(0));

        on.sql.update("DELETE FROM baton_job_history");
        assertThat(on.jobs.store.forgetKeys(1_000)).isEqualTo(3);
        assertThat(keyed()).containsExactly(ids.get(1), ids.get(3));
    }

    /** On PostgreSQL the key is stored by the statement that stores the job, on others by another one. */
    @Test
    void only_jobs_with_keys_pay_for_them() {
        RecordedStatements recorded = new RecordedStatements(on.jobs.dataSource);
        Enqueuer enqueuer = on.through(recorded);
        enqueuer.enqueue(new Mail(1), job -> job.label("order", "1"));
        enqueuer.enqueueAll(List.of(new Mail(1), new Mail(2)).iterator(), enqueuer.jobs(job -> {}));
        assertThat(recorded.taken()).isNotEmpty().noneMatch(sql -> sql.contains("baton_key"));
        enqueuer.enqueue(new Mail(1), order(1));
        assertThat(recorded.taken())
                .filteredOn(sql -> sql.contains("INTO baton_"))
                .hasSize(kind == TestDatabase.POSTGRES ? 1 : 2);
        on.jobs.claim(10).forEach(job -> on.settle(job, Outcome.Completed.PLAIN));
        assertThat(found(1)).hasSize(1);
    }

    @Test
    void an_impossible_key_is_refused_before_anything_is_stored() {
        for (String key : List.of("", " ", "x".repeat(201), "a\u0000b", "a\tb")) {
            assertThatThrownBy(() -> on.mail(1, job -> job.key(key)))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("The key of a job");
        }
        assertThat(found(JobFilter.all())).isEmpty();
    }
}
