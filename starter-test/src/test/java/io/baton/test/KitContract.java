package io.baton.test;

import static io.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Batch;
import io.baton.Batches;
import io.baton.Flow;
import io.baton.Flows;
import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Recurrence;
import io.baton.RecurringJobs;
import io.baton.RunOutcome;
import io.baton.test.shop.Shop;
import io.baton.test.shop.Shop.CallCarrier;
import io.baton.test.shop.Shop.Doomed;
import io.baton.test.shop.Shop.ForEver;
import io.baton.test.shop.Shop.Fragile;
import io.baton.test.shop.Shop.Greet;
import io.baton.test.shop.Shop.Label;
import io.baton.test.shop.Shop.Resume;
import io.baton.test.shop.Shop.Sell;
import io.baton.test.shop.Shop.Ship;
import io.baton.test.shop.Shop.Sleep;
import io.baton.test.shop.Shop.SumUp;
import io.baton.test.shop.Shop.Weigh;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DataAccessException;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** The kit in an application with all capabilities. */
@SpringBootTest(
        classes = Shop.class,
        properties = {
            "spring.jpa.hibernate.ddl-auto=none",
            "spring.jpa.open-in-view=false",
            "baton.semaphores.scale=1",
            "baton.rate-limits.carrier.permits=2",
            "baton.rate-limits.carrier.per=1h",
            "baton.calendars.sundays.closed=MONDAY,TUESDAY,WEDNESDAY,THURSDAY,FRIDAY,SATURDAY",
            "baton.queues.shipping.open=Sun 03:00-03:01"
        })
@BatonTest
abstract class KitContract extends KitStepsContract {

    @Autowired
    Shop shop;

    @Autowired
    RecurringJobs recurring;

    @Autowired
    Batches batches;

    @Autowired
    Flows flows;

    @Autowired
    PlatformTransactionManager transactions;

    @Autowired
    HikariDataSource dataSource;

    static void use(TestDatabase database, DynamicPropertyRegistry registry) {
        DatabaseAccess access = database.freshAccess();
        registry.add("spring.datasource.url", access::url);
        registry.add("spring.datasource.username", access::user);
        registry.add("spring.datasource.password", access::password);
    }

    @BeforeEach
    void begin() {
        jdbc.sql("CREATE TABLE IF NOT EXISTS sale (article varchar(100))").update();
        kit.clear();
        jdbc.sql("DELETE FROM sale").update();
        shop.did.clear();
        shop.broken = false;
    }

    private JobState state(JobId job) {
        return jobs.find(job).orElseThrow().state();
    }

    @Test
    void what_is_due_runs_in_the_thread_of_the_test() {
        jobs.enqueue(new Ship("book"));
        assertThat(jobs).enqueued(Ship.class).withPayload(new Ship("book")).once();
        JobRuns runs = kit.runDue().orThrow();
        assertThat(runs.completed()).isOne();
        assertThat(shop.did)
                .containsExactly("ship book in " + Thread.currentThread().getName());
        assertThat(jobs).nothingEnqueued().completed(Ship.class).once();
    }

    @Test
    void nothing_due_is_nothing_done() {
        jobs.enqueue(new Ship("later"), job -> job.delay(Duration.ofHours(2)));
        assertThat(kit.runDue().all()).isEmpty();
        assertThat(kit.runDue()).hasToString("no job was due");
        assertThat(jobs).enqueued(Ship.class).dueAfter(Duration.ofHours(2));
    }

    @Test
    void jobs_that_cannot_be_run_are_reported() {
        jobs.enqueueNamed("typo", "{}");
        JobRuns forgotten = kit.runDue();
        assertThat(forgotten.notRun()).singleElement().returns("typo", JobDetails::type);
        assertThat(forgotten).asString().endsWith(" (no handler takes this type)");
        assertThatThrownBy(forgotten::orThrow)
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("A job was not run: typo ", "@Import");

        kit.clear();
        jobs.enqueue(new Greet("ada"), options -> options.queue("unserved"));
        JobRuns unserved = kit.runDue().orThrow();
        assertThat(unserved).asString().contains("queue unserved is paused, or this test does not serve it");

        kit.clear();
        jobs.enqueueAll(List.of(new CallCarrier(1), new CallCarrier(2), new CallCarrier(3)));
        assertThat(kit.runDue().orThrow())
                .asString()
                .startsWith("1 run: ")
                .contains("; not run: ")
                .endsWith("(waits for a permit or a rate)");
    }

    @Test
    void schedules_are_there_before_anything_runs() {
        recurring.trigger("stocktaking");
        kit.runDue().orThrow();
        kit.clear();
        recurring.trigger("stocktaking");
        kit.runDue().orThrow();
        assertThat(shop.did).containsExactly("stock taken", "stock taken");
    }

    @Test
    void time_passes_when_the_test_says_so() {
        jobs.enqueue(new Ship("later"), job -> job.delay(Duration.ofHours(2)));
        kit.advance(Duration.ofMinutes(119));
        assertThat(kit.runDue().all()).isEmpty();
        kit.advance(Duration.ofMinutes(1).plusMillis(1));
        assertThat(kit.runDue().completed()).isOne();
        assertThat(jobs).completed(Ship.class).dueAfter(Duration.ofHours(2));
    }

    @Test
    void a_failure_is_reported_and_retried_later() {
        shop.broken = true;
        JobId job = jobs.enqueue(new Fragile("vase")).id();
        JobRuns first = kit.runDue();
        assertThat(first.retried()).isOne();
        assertThat(first.firstFailure()).get().isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(first::orThrow)
                .isInstanceOf(JobFailedError.class)
                .hasMessageContaining(
                        "1 of 1 runs failed. The first: Job " + job
                                + " (fragile) in attempt 1, now to be retried: java.lang.IllegalStateException: broke in attempt 1")
                .hasRootCauseMessage("broke in attempt 1");
        assertThat(kit.runDue().all()).isEmpty();
        shop.broken = false;
        kit.advance(Duration.ofMinutes(10));
        kit.runDue().orThrow();
        assertThat(shop.did).containsExactly("fragile in attempt 2");
    }

    @Test
    void retries_go_on_to_their_end() {
        shop.broken = true;
        JobId job = jobs.enqueue(new Fragile("vase")).id();
        JobRuns runs = kit.runAll();
        assertThat(runs.all())
                .extracting(JobRuns.Run::outcome)
                .containsExactly(RunOutcome.RETRIED, RunOutcome.RETRIED, RunOutcome.DEAD);
        assertThat(runs.failed()).isEqualTo(3);
        assertThat(runs.dead()).isOne();
        assertThat(state(job)).isEqualTo(JobState.DEAD);
        assertThat(jobs.find(job).orElseThrow().error())
                .as("without the frames below the handler")
                .startsWith(
                        "java.lang.IllegalStateException: broke in attempt 3\n\tat io.baton.test.shop.Shop.fragile(")
                .hasLineCount(2);
        assertThat(jobs).died(Fragile.class).withPayload(new Fragile("vase")).once();
    }

    @Test
    void a_death_is_handled_in_the_same_run_of_the_kit() {
        jobs.enqueue(new Doomed("vase"));
        JobRuns runs = kit.runDue();
        assertThat(runs.dead()).isOne();
        assertThat(runs.completed()).isOne();
        assertThat(shop.did).containsExactly("after the death of doomed vase: io.baton.JobRejectedException: no vase");
        assertThat(jobs).died(Doomed.class).once();
    }

    @Test
    void a_job_that_enqueues_itself_ends_with_an_error() {
        jobs.enqueue(new ForEver());
        assertThatThrownBy(() -> kit.runDue(20))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "More than 20 runs, and jobs are still due: for-ever 21 times. Does a job enqueue itself for ever, or"
                                + " fail without a delay? BatonTestKit.runDue(200) allows more");
        assertThatThrownBy(() -> kit.runAll())
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("More than 1000 runs, and jobs are still due: for-ever 1001 times.")
                .hasMessageNotContaining("runDue(10000)");
    }

    @Test
    void as_many_runs_as_are_allowed_are_none_too_many() {
        jobs.enqueueAll(
                IntStream.range(0, 20).mapToObj(each -> new Ship("book")).toList());
        assertThat(kit.runDue(20).completed()).isEqualTo(20);
    }

    @Test
    void permits_pass_from_job_to_job() {
        jobs.enqueueAll(IntStream.range(0, 5).mapToObj(Weigh::new).toList());
        assertThat(kit.runDue().orThrow().completed()).isEqualTo(5);
        assertThat(shop.did).containsExactly("weigh 0", "weigh 1", "weigh 2", "weigh 3", "weigh 4");
    }

    @Test
    void a_rate_gives_more_when_time_has_passed() {
        jobs.enqueueAll(IntStream.range(0, 3).mapToObj(CallCarrier::new).toList());
        assertThat(kit.runDue().completed()).isOne();
        kit.advance(Duration.ofMinutes(30));
        assertThat(kit.runDue().completed()).isOne();
        assertThat(jobs)
                .enqueued(CallCarrier.class)
                .withPayload(new CallCarrier(2))
                .once();
    }

    @Test
    void a_batch_is_complete_when_its_jobs_are() {
        Batch batch = batches.open("stocktaking");
        batch.onComplete(new SumUp());
        batch.addJobs(List.of(new Ship("one"), new Ship("two")));
        batch.seal();
        assertThat(kit.runDue().orThrow().completed()).isEqualTo(3);
        assertThat(shop.did).last().isEqualTo("sum 0");
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void a_flow_goes_from_step_to_step() {
        Flow weighing = Flow.group(List.of(new Weigh(20), new Weigh(22)))
                .then(new SumUp())
                .then(new Ship("all"));
        flows.start(weighing);
        assertThat(kit.runDue().orThrow().completed()).isEqualTo(4);
        assertThat(shop.did).element(2).isEqualTo("sum 42");
    }

    @Test
    void a_list_handler_gets_its_jobs_together() {
        jobs.enqueueAll(Stream.of(1, 2, -3, 4).map(Label::new));
        JobRuns runs = kit.runDue();
        assertThat(shop.did).containsExactly("label 4");
        assertThat(runs.completed()).isEqualTo(3);
        assertThat(runs.dead()).isOne();
        assertThat(runs.firstFailure()).get().hasToString("io.baton.JobRejectedException: negative");
    }

    @Test
    void a_transactional_handler_that_fails_leaves_nothing() {
        shop.broken = true;
        jobs.enqueue(new Sell("lamp"));
        assertThat(kit.runDue().failed()).isOne();
        assertThat(sales()).isZero();
        shop.broken = false;
        assertThat(kit.runAll().completed()).isOne();
        assertThat(sales()).isOne();
    }

    @Test
    void an_action_is_performed_once_for_as_long_as_it_is_kept() {
        jobs.enqueueAll(List.of(new Greet("Ada"), new Greet("Ada")));
        assertThat(kit.runDue().orThrow().completed()).isEqualTo(2);
        assertThat(shop.did).containsExactly("greet Ada");
    }

    @Test
    void a_unique_key_runs_out() {
        jobs.enqueue(new Ship("book"), job -> job.unique("book", Duration.ofDays(1)));
        kit.runDue().orThrow();
        assertThat(jobs.enqueue(new Ship("book"), job -> job.unique("book", Duration.ofDays(1)))
                        .isCreated())
                .isFalse();
        kit.advance(Duration.ofDays(1));
        assertThat(jobs.enqueue(new Ship("book"), job -> job.unique("book", Duration.ofDays(1)))
                        .isCreated())
                .isTrue();
    }

    @Test
    void checkpoints_and_snoozes_are_real() {
        jobs.enqueue(new Resume());
        assertThat(kit.runDue().snoozed()).isOne();
        kit.advance(Duration.ofMinutes(5));
        kit.runDue().orThrow();
        assertThat(shop.did).containsExactly("resume from 7");
    }

    @Test
    void a_handler_out_of_time_is_interrupted_and_the_test_is_not() {
        jobs.enqueueAll(List.of(new Sleep(), new Ship("book")));
        JobRuns runs = kit.runDue();
        assertThat(runs.dead()).isOne();
        assertThat(runs.completed()).isOne();
        assertThat(runs.firstFailure()).get().asString().contains("JobTimeoutException");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void a_schedule_ticks_as_days_pass() {
        recurring.addNamed("nightly", Recurrence.cron("0 0 1 * * *"), "nightly");
        kit.advance(Duration.ofDays(1));
        kit.runDue().orThrow();
        assertThat(shop.did).containsExactly("nightly");
        kit.runDue();
        assertThat(shop.did).hasSize(1);
        kit.advance(Duration.ofDays(1));
        kit.runDue();
        assertThat(shop.did).hasSize(2);
    }

    /** Here the queue of shipping is closed too, so that all tests of it say the same. */
    @Test
    void a_schedule_with_a_calendar_ticks_on_any_day() {
        recurring.addNamed("nightly", Recurrence.cron("0 0 1 * * *").calendar("sundays"), "nightly");
        kit.advance(Duration.ofDays(10));
        kit.runDue().orThrow();
        assertThat(shop.did).containsExactly("nightly");
        for (int days = 2; days < 5; days++) {
            kit.advance(Duration.ofDays(1));
            kit.runDue();
            assertThat(shop.did).hasSize(days);
        }
    }

    @Test
    void a_paused_queue_rests_until_its_time() {
        jobs.pause("shipping", Instant.now().plus(Duration.ofHours(1)));
        jobs.enqueue(new Ship("book"));
        assertThat(kit.runDue().all()).isEmpty();
        kit.advance(Duration.ofHours(2));
        assertThat(kit.runDue().completed()).isOne();
    }

    @Test
    @Transactional
    void in_the_tests_transaction_all_of_it_happens_there() {
        List<Integer> before = outside();
        jobs.enqueue(new Sell("lamp"));
        jobs.enqueueAll(IntStream.range(0, 3).mapToObj(Weigh::new).toList());
        jobs.enqueue(new Ship("later"), job -> job.delay(Duration.ofHours(2)));
        flows.start(Flow.group(List.of(new Weigh(20), new Weigh(22))).then(new SumUp()));
        assertThat(kit.runDue().completed()).isEqualTo(7);
        assertThat(sales()).isOne();
        assertThat(shop.did).contains("sum 42");
        assertThat(kit.runAll().completed()).isPositive();
        assertThat(jobs).nothingEnqueued();
        assertThat(outside()).isEqualTo(before);
    }

    /** Returns how many rows other transactions see. */
    private List<Integer> outside() {
        TransactionTemplate separate = new TransactionTemplate(transactions);
        separate.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return separate.execute(
                status -> Stream.of("sale", "baton_job", "baton_job_history", "baton_worker", "baton_schedule")
                        .map(table -> jdbc.sql("SELECT count(*) FROM " + table)
                                .query(Integer.class)
                                .single())
                        .toList());
    }

    @Test
    @Transactional
    void in_the_tests_transaction_a_failure_fails_the_test() {
        shop.broken = true;
        jobs.enqueue(new Fragile("vase"));
        jobs.enqueue(new Ship("never"));
        assertThatThrownBy(() -> kit.runDue())
                .isInstanceOf(JobFailedError.class)
                .hasMessageContaining("NOT_SUPPORTED")
                .hasRootCauseMessage("broke in attempt 1");
    }

    @Test
    @Transactional
    void in_the_tests_transaction_a_failed_statement_is_reported() {
        jobs.enqueue(new Sell("x".repeat(101)));
        assertThatThrownBy(() -> kit.runDue())
                .isInstanceOf(JobFailedError.class)
                .hasCauseInstanceOf(DataAccessException.class);
    }

    @Test
    @Transactional
    void in_the_tests_transaction_what_commits_before_it_acts_is_refused() {
        jobs.enqueue(new Greet("Ada"));
        assertThatThrownBy(() -> kit.runDue())
                .isInstanceOf(JobFailedError.class)
                .hasMessageContaining("transaction");
    }

    @Test
    void payloads_without_a_reader_are_found() {
        JobId fine = jobs.enqueue(new Ship("book")).id();
        kit.assertPendingReadable();
        JobId unread = jobs.enqueueNamed("ship", new Ship("secret")).id();
        jdbc.sql("UPDATE baton_job SET payload = ? WHERE id = ?")
                .params("[\"secret\"]", unread.value())
                .update();
        JobId gone = jobs.enqueueNamed("no-such-type").id();
        assertThat(kit.unreadablePending()).extracting(JobDetails::id).containsExactlyInAnyOrder(unread, gone);
        assertThatThrownBy(() -> kit.assertPendingReadable())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("2 waiting jobs cannot be run")
                .hasMessageContaining("Job " + unread + " (ship)")
                .hasMessageContaining("Job " + gone + " (no-such-type): no handler takes this type")
                .hasMessageNotContaining("secret")
                .hasMessageNotContaining("Job " + fine + " ");
        assertThat(kit.runDue().dead() + kit.runDue().retried()).isNotNegative();
        assertThat(kit.readPayload("ship", "{\"article\":\"old\",\"weight\":3}"))
                .isEqualTo(new Ship("old"));
    }

    @Test
    void a_payload_that_cannot_be_read_is_a_failure() {
        JobId unread = jobs.enqueue(new Ship("book")).id();
        jdbc.sql("UPDATE baton_job SET payload = ? WHERE id = ?")
                .params("[1]", unread.value())
                .update();
        JobRuns runs = kit.runDue();
        assertThat(runs.failed()).isOne();
        assertThat(runs.firstFailure()).get().asString().contains("InvalidPayloadException");
    }

    @Test
    void every_column_that_holds_a_time_is_moved() {
        Set<String> columns = Set.of(
                "baton_batch.active_at",
                "baton_batch.cancelled_at",
                "baton_batch.completed_at",
                "baton_job.claimed_at",
                "baton_job.created_at",
                "baton_job.died_at",
                "baton_job.due_at",
                "baton_job_history.claimed_at",
                "baton_job_history.created_at",
                "baton_job_history.due_at",
                "baton_job_history.ended_at",
                "baton_limit.filled_at",
                "baton_limit.used_at",
                "baton_once.claimed_until",
                "baton_once.expires_at",
                "baton_pause.paused_until",
                "baton_permit.due_at",
                "baton_schedule.changed_at",
                "baton_schedule.known_at",
                "baton_schedule.last_tick",
                "baton_schedule.next_at",
                "baton_signal.sent_at",
                "baton_step.began_at",
                "baton_step.ended_at",
                "baton_step.until_at",
                "baton_unique.expires_at",
                "baton_worker.seen_at",
                "baton_worker.started_at");
        assertThat(Tables.of(dataSource, null).times().entrySet().stream()
                        .flatMap(table -> table.getValue().stream().map(column -> table.getKey() + "." + column)))
                .containsAll(columns);
    }

    @Test
    void no_connection_is_held_afterwards() {
        jobs.enqueue(new Ship("book"));
        kit.runDue().orThrow();
        assertThat(dataSource.getHikariPoolMXBean().getActiveConnections()).isZero();
    }
}
