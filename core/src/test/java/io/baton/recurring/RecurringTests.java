package io.baton.recurring;

import static io.baton.recurring.RecurringOnDatabase.declared;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.RecurringDetails;
import io.baton.RecurringJobRefusedException;
import io.baton.Tick;
import io.baton.UnknownRecurringJobException;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.job.TickLabels;
import io.baton.recurring.ScheduleStore.UnreadableScheduleException;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Each tick has its job, whatever becomes of schedules and nodes. The clock is moved by shifting the next tick. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(OutputCaptureExtension.class)
@Timeout(180)
@OnEachDatabase
class RecurringTests implements TestsOnDatabase {

    private static final Recurrence TEN_MINUTES = Recurrence.every(Duration.ofMinutes(10));
    private static final Recurrence NIGHTLY = Recurrence.cron("0 0 1 * * *").zone("Europe/Berlin");

    record Report(String tenant) {}

    @SuppressWarnings("NullAway.Init")
    private TestDatabase kind;

    @SuppressWarnings("NullAway.Init")
    private RecurringOnDatabase on;

    @Override
    public void open(TestDatabase kind) {
        this.kind = kind;
        on = new RecurringOnDatabase(kind);
    }

    @Override
    public void close() {
        on.close();
    }

    @BeforeEach
    void clear() {
        on.clear();
    }

    private List<JobDetails> jobs() {
        return on.transactions.run(() -> on.jobs.search(JobFilter.all(), 0, 1_000));
    }

    private JobDetails onlyJob() {
        assertThat(jobs()).hasSize(1);
        return on.transactions
                .run(() -> on.jobs.find(jobs().get(0).id().value()))
                .orElseThrow();
    }

    private RecurringDetails details(String name) {
        return on.recurring.find(name).orElseThrow();
    }

    private Instant lastTick(String name) {
        return requireNonNull(details(name).lastTick());
    }

    private void add(String name, Recurrence recurrence) {
        assertThat(on.recurring.addNamed(name, recurrence, "report")).isTrue();
    }

    @Test
    void a_tick_has_a_job_that_knows_it() {
        assertThat(on.recurring.add("report:acme", NIGHTLY, new Report("acme"), job -> job.type("report")
                        .queue("reports")
                        .priority(7)
                        .maxAttempts(3)
                        .label("tenant", "acme\n=1")))
                .isTrue();
        on.fire();
        assertThat(jobs()).isEmpty();
        Instant tick = on.shift("report:acme", Duration.ofSeconds(5));
        on.fire();
        on.fire();
        JobDetails job = onlyJob();
        assertThat(job.type()).isEqualTo("report");
        assertThat(job.queue()).isEqualTo("reports");
        assertThat(job.priority()).isEqualTo(7);
        assertThat(job.maxAttempts()).isEqualTo(3);
        assertThat(job.payload()).isEqualTo("{\"tenant\":\"acme\"}");
        assertThat(job.dueAt()).isEqualTo(tick);
        assertThat(job.labels()).containsEntry("tenant", "acme\n=1").containsEntry("baton.schedule", "report:acme");
        assertThat(TickLabels.read(job.labels())).contains(new Tick("report:acme", tick, ZoneId.of("Europe/Berlin")));
        assertThat(on.transactions.run(() -> on.jobs.labels(job.id().value()))).isEqualTo(job.labels());
        RecurringDetails after = details("report:acme");
        assertThat(after.lastTick()).isEqualTo(tick);
        assertThat(after.lastJob()).isEqualTo(job.id());
        assertThat(after.recurrence()).isEqualTo(NIGHTLY);
        assertThat(after.nextTicks()).hasSize(10).isSorted().allSatisfy(next -> assertThat(
                        next.atZone(ZoneId.of("Europe/Berlin")).getHour())
                .isEqualTo(1));
        assertThat(after.stopped()).isNull();
        assertThat(after.declared()).isFalse();
        assertThat(on.jobs.search(JobFilter.all().label("baton.schedule", "report:acme"), 0, 10))
                .hasSize(1);
    }

    @Test
    void an_interval_begins_at_once_and_keeps_its_grid() {
        add("ten", TEN_MINUTES);
        on.fire();
        Instant first = lastTick("ten");
        assertThat(jobs()).hasSize(1);
        assertThat(details("ten").nextTicks().get(0)).isEqualTo(first.plus(Duration.ofMinutes(10)));
        on.fire();
        assertThat(jobs()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"RUN_ONCE, true, 1", "SKIP, true, 0", "RUN_ALL, true, 11", "RUN_ALL, false, 1"})
    void ticks_that_were_missed_have_jobs_by_policy(MissedTicks missed, boolean overlap, int jobs) {
        add("ten", TEN_MINUTES.missed(missed).overlap(overlap));
        Instant tick = on.shift("ten", Duration.ofMinutes(103));
        on.fire();
        assertThat(jobs()).hasSize(jobs);
        assertThat(jobs().stream().map(JobDetails::dueAt).distinct()).hasSize(jobs);
        assertThat(details("ten").nextTicks().get(0)).isEqualTo(tick.plus(Duration.ofMinutes(110)));
    }

    @Test
    void a_tick_waits_for_nobody_unless_jobs_must_not_overlap() {
        add("alone", TEN_MINUTES.withoutOverlap());
        add("ten", TEN_MINUTES);
        on.fire();
        assertThat(jobs()).hasSize(2);
        on.shift("alone", Duration.ZERO);
        on.shift("ten", Duration.ZERO);
        on.fire();
        assertThat(jobs()).hasSize(3);
        assertThat(details("alone").nextTicks()).hasSize(10).allMatch(next -> next.isAfter(Instant.EPOCH));
        assertThat(on.schedule("alone").isDue()).isFalse();

        on.sql.update(
                "UPDATE baton_job SET state = 5 WHERE id = ?",
                requireNonNull(details("alone").lastJob()).value());
        on.shift("alone", Duration.ZERO);
        on.fire();
        assertThat(jobs()).hasSize(4);
        on.sql.update(
                "DELETE FROM baton_job WHERE id = ?",
                requireNonNull(details("alone").lastJob()).value());
        on.shift("alone", Duration.ZERO);
        on.fire();
        assertThat(jobs()).hasSize(4);
    }

    @Test
    void whoever_triggers_gets_a_job_whose_tick_is_now() {
        add("nightly", NIGHTLY);
        List<Instant> ticks = details("nightly").nextTicks();
        on.recurring.pause("nightly");
        Enqueued enqueued = on.recurring.trigger("nightly");
        JobDetails job = onlyJob();
        assertThat(job.id()).isEqualTo(enqueued.id());
        Tick tick = TickLabels.read(job.labels()).orElseThrow();
        assertThat(tick.at())
                .isBetween(job.enqueuedAt().minusSeconds(60), job.enqueuedAt().plusSeconds(60));
        on.recurring.resume("nightly");
        assertThat(details("nightly").nextTicks()).isEqualTo(ticks);
        on.recurring.trigger("nightly");
        assertThat(jobs()).hasSize(2);
    }

    @Test
    void a_trigger_beside_a_job_that_must_not_overlap_is_refused() {
        add("alone", NIGHTLY.withoutOverlap());
        Enqueued first = on.recurring.trigger("alone");
        assertThatThrownBy(() -> on.recurring.trigger("alone"))
                .isInstanceOf(RecurringJobRefusedException.class)
                .hasMessageContaining("its job " + first.id() + " has not ended: wait for it, or cancel it");
        on.shift("alone", Duration.ZERO);
        on.fire();
        assertThat(jobs()).hasSize(1);
        on.sql.update("DELETE FROM baton_job");
        on.recurring.trigger("alone");
        assertThat(jobs()).hasSize(1);
    }

    /** As after a truncated table. */
    @Test
    void a_foreign_job_with_the_id_of_the_last_one_blocks_nothing() {
        add("alone", NIGHTLY.withoutOverlap());
        add("ten", TEN_MINUTES);
        Enqueued last = on.recurring.trigger("alone");
        on.sql.update("DELETE FROM baton_job");
        Enqueued other = on.recurring.trigger("ten");
        on.sql.update(
                "UPDATE baton_job SET id = ? WHERE id = ?",
                last.id().value(),
                other.id().value());

        on.recurring.trigger("alone");
        assertThat(jobs()).hasSize(2);
    }

    /** The thread that fires for all would wait for it. */
    @Test
    void a_job_of_another_that_somebody_holds_delays_no_tick() {
        add("alone", NIGHTLY.withoutOverlap());
        add("other", NIGHTLY);
        long last = on.recurring.trigger("alone").id().value();
        on.sql.update("DELETE FROM baton_job");
        Enqueued other = on.recurring.trigger("other");
        on.sql.update(
                "UPDATE baton_job SET id = ? WHERE id = ?", last, other.id().value());
        on.shift("alone", Duration.ZERO);

        new TransactionTemplate(new JdbcTransactionManager(on.dataSource)).executeWithoutResult(longOne -> {
            on.sql.queryForList("SELECT id FROM baton_job WHERE id = ? FOR UPDATE", last);
            on.fire();
            assertThat(jobs()).hasSize(2);
        });
    }

    @Test
    void what_is_paused_has_no_ticks_and_goes_on_with_the_next() {
        add("ten", TEN_MINUTES);
        on.fire();
        Instant first = lastTick("ten");
        assertThat(on.recurring.pause("ten")).isTrue();
        assertThat(on.recurring.pause("ten")).isFalse();
        assertThat(details("ten").stopped()).isEqualTo("It is paused");
        assertThat(details("ten").nextTicks()).isEmpty();
        on.shift("ten", Duration.ofMinutes(25));
        on.fire();
        assertThat(jobs()).hasSize(1);
        assertThat(on.recurring.resume("ten")).isTrue();
        assertThat(on.recurring.resume("ten")).isFalse();
        on.fire();
        assertThat(jobs()).hasSize(1);
        assertThat(details("ten").nextTicks().get(0)).isEqualTo(first.plus(Duration.ofMinutes(10)));
    }

    @Test
    void what_is_changed_keeps_a_tick_that_has_passed() {
        add("ten", TEN_MINUTES);
        on.recurring.change("ten", NIGHTLY);
        on.fire();
        assertThat(jobs()).hasSize(1);
        assertThat(details("ten").recurrence()).isEqualTo(NIGHTLY);
        Instant night = details("ten").nextTicks().get(0);
        on.recurring.change("ten", TEN_MINUTES.missed(MissedTicks.SKIP));
        assertThat(details("ten").nextTicks().get(0))
                .isEqualTo(lastTick("ten").plus(Duration.ofMinutes(10)))
                .isNotEqualTo(night);
        on.recurring.change("ten", Recurrence.cron("-"));
        assertThat(details("ten").nextTicks()).isEmpty();
        assertThat(details("ten").stopped()).contains("names no time to come");
        on.fire();
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void names_are_exact_and_taken_once() {
        for (String name : List.of("a", "A", "\u00e4", "a\u0308", "a b")) {
            add(name, NIGHTLY);
        }
        assertThat(on.recurring.addNamed("a", TEN_MINUTES, "other")).isFalse();
        assertThat(details("a").recurrence()).isEqualTo(NIGHTLY);
        assertThat(on.recurring.list())
                .hasSize(5)
                .extracting(RecurringDetails::type)
                .containsOnly("report");
        on.recurring.remove("a");
        assertThat(on.recurring.find("a")).isEmpty();
        assertThat(on.recurring.list()).hasSize(4);
    }

    @Test
    void whoever_means_another_one_is_told() {
        List<Runnable> calls = List.of(
                () -> on.recurring.change("none", NIGHTLY),
                () -> on.recurring.pause("none"),
                () -> on.recurring.resume("none"),
                () -> on.recurring.trigger("none"),
                () -> on.recurring.remove("none"));
        for (Runnable call : calls) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(UnknownRecurringJobException.class)
                    .hasMessageContaining("There is no recurring job \"none\"");
        }
        assertThat(on.recurring.find("none")).isEmpty();
        on.node(Set.of(), declared("code", NIGHTLY));
        assertThatThrownBy(() -> on.recurring.remove("code"))
                .isInstanceOf(RecurringJobRefusedException.class)
                .hasMessageContaining("pause it, set baton.recurring.code.cron=-, or remove the annotation");
    }

    @Test
    void what_cannot_recur_is_refused() {
        assertThatThrownBy(() -> on.recurring.addNamed("a", NIGHTLY, "report", job -> job.delay(Duration.ofMinutes(1))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("its schedule says when its jobs are due");
        assertThatThrownBy(() -> on.recurring.addNamed("a", NIGHTLY, "report", job -> job.key("order:1")))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("cannot have a key: its jobs are found by their labels");
        assertThatThrownBy(() -> on.recurring.addNamed("a", NIGHTLY, "report", job -> IntStream.range(0, 19)
                        .forEach(number -> job.label("label" + number, "x"))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("cannot have more than 18 labels");
        assertThatThrownBy(() -> on.recurring.addNamed("a", NIGHTLY, "report", job -> job.label("baton.tick", "x")))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("begins with \"baton.\"");
        assertThatThrownBy(() -> on.recurring.addNamed("n".repeat(101), NIGHTLY, "report"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("longer than 100 characters");
        assertThat(on.recurring.list()).isEmpty();
    }

    @Test
    void what_is_longest_can_be_stored() {
        String name = "n".repeat(100);
        assertThat(on.recurring.addNamed(
                        name,
                        Recurrence.every(Duration.ofDays(3_660)).zone("America/Argentina/ComodRivadavia"),
                        "t".repeat(200),
                        job -> IntStream.range(0, 18)
                                .forEach(number -> job.label("l".repeat(98) + (10 + number), "v".repeat(100)))))
                .isTrue();
        on.fire();
        JobDetails job = onlyJob();
        assertThat(job.labels()).hasSize(20);
        assertThat(TickLabels.read(job.labels()).orElseThrow().schedule()).isEqualTo(name);
    }

    @Test
    void changes_share_the_fate_of_the_caller() {
        TransactionTemplate callers = new TransactionTemplate(new JdbcTransactionManager(on.dataSource));
        add("there", NIGHTLY);
        on.looks.set(0);
        callers.executeWithoutResult(status -> {
            add("new", TEN_MINUTES);
            on.recurring.pause("there");
            on.recurring.trigger("there");
            assertThat(on.recurring.list()).hasSize(2);
            assertThat(on.looks).hasValue(0);
            status.setRollbackOnly();
        });
        assertThat(on.looks).hasValue(0);
        assertThat(on.recurring.find("new")).isEmpty();
        assertThat(details("there").paused()).isFalse();
        assertThat(jobs()).isEmpty();
        callers.executeWithoutResult(status -> add("new", TEN_MINUTES));
        assertThat(on.looks).hasPositiveValue();
        assertThat(on.recurring.find("new")).isPresent();
    }

    @Test
    void a_failure_leaves_the_tick_and_no_job() {
        add("ten", TEN_MINUTES);
        add("twenty", TEN_MINUTES);
        JobStore failing = (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(on.jobs, arguments);
                        if (arguments[0] instanceof NewJob job
                                && "ten".equals(job.labels().get("baton.schedule"))) {
                            throw new IllegalStateException("the process ends here");
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        FireSchedules firer = on.firer(failing);
        assertThat(firer.sweep()).isZero();
        assertThat(firer.sweep()).isEqualTo(Duration.ofSeconds(5));
        assertThat(onlyJob().labels()).containsEntry("baton.schedule", "twenty");
        assertThat(on.schedule("ten").isDue()).isTrue();
        on.fire();
        assertThat(jobs()).hasSize(2);
    }

    @Test
    void a_schedule_readable_only_by_other_nodes_is_left_without_stopping_others(CapturedOutput output) {
        add("lost", TEN_MINUTES);
        add("ten", TEN_MINUTES);
        on.sql.update("UPDATE baton_schedule SET zone_id = 'No/Such' WHERE name = 'lost'");
        for (int look = 0; look < 3; look++) {
            assertThat(on.recurring.list()).extracting(RecurringDetails::name).containsExactly("ten");
        }
        FireSchedules firer = on.firer();
        assertThat(firer.sweep()).isZero();
        assertThat(firer.sweep()).isEqualTo(Duration.ofSeconds(5));
        assertThat(firer.sweep()).isEqualTo(Duration.ofSeconds(5));
        assertThat(onlyJob().labels()).containsEntry("baton.schedule", "ten");
        assertThat(output.toString().split("WARN.*A recurring job is left out: ", -1))
                .hasSize(2);
        assertThat(output.toString().split("WARN.*A recurring job that is due is left out: ", -1))
                .hasSize(2);
        assertThat(output)
                .contains("cannot read when the recurring job \"lost\" recurs")
                .contains("\"No/Such\"");

        on.node(Set.of(), declared("lost", NIGHTLY), declared("said", NIGHTLY));
        assertThat(details("said").recurrence()).isEqualTo(NIGHTLY);
        assertThat(on.recurring.addNamed("lost", NIGHTLY, "report")).isFalse();
        for (Runnable call : List.<Runnable>of(
                () -> on.recurring.find("lost"),
                () -> on.recurring.pause("lost"),
                () -> on.recurring.trigger("lost"))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(UnreadableScheduleException.class)
                    .hasMessageContaining("\"No/Such\"");
        }

        on.sql.update("UPDATE baton_schedule SET zone_id = 'Europe/Berlin' WHERE name = 'lost'");
        on.fire();
        assertThat(jobs()).hasSize(2);
        assertThat(details("lost").recurrence()).isEqualTo(TEN_MINUTES.zone("Europe/Berlin"));
    }

    @Test
    void a_failure_that_goes_on_is_told_once_a_minute(CapturedOutput output) {
        add("ten", TEN_MINUTES);
        JobStore failing = (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("no room");
                });
        FireSchedules firer = on.firer(failing);
        for (int look = 0; look < 3; look++) {
            assertThat(firer.sweep()).isEqualTo(Duration.ofSeconds(5));
        }
        assertThat(output.toString().split("WARN.*The job of the recurring job 'ten'", -1))
                .hasSize(2);
        on.fire();
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void hundreds_of_schedules_have_their_jobs_in_portions() {
        for (int number = 0; number < 205; number++) {
            add("ten:" + number, TEN_MINUTES);
        }
        FireSchedules firer = on.firer();
        for (int jobs : List.of(100, 200, 205)) {
            assertThat(firer.sweep()).isZero();
            assertThat(on.count()).isEqualTo(jobs);
        }
        assertThat(firer.sweep()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void the_next_look_is_at_the_next_tick() {
        add("nightly", NIGHTLY);
        assertThat(on.firer().sweep()).isEqualTo(Duration.ofSeconds(10));
        on.shift("nightly", Duration.ofSeconds(-9));
        assertThat(on.firer().sweep()).isBetween(Duration.ofMillis(1), Duration.ofSeconds(9));
        on.recurring.pause("nightly");
        assertThat(on.firer().sweep()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void what_the_code_says_is_written_when_it_says_something_else() {
        on.node(Set.of(), declared("ten", TEN_MINUTES));
        on.fire();
        Instant first = lastTick("ten");
        List<Instant> next = details("ten").nextTicks();
        for (int restart = 0; restart < 3; restart++) {
            on.node(Set.of(), declared("ten", TEN_MINUTES));
            on.fire();
        }
        assertThat(details("ten").nextTicks()).isEqualTo(next);
        assertThat(jobs()).hasSize(1);
        assertThat(details("ten").declared()).isTrue();

        on.recurring.change("ten", NIGHTLY);
        on.recurring.pause("ten");
        on.node(Set.of(), declared("ten", TEN_MINUTES));
        assertThat(details("ten").recurrence()).isEqualTo(NIGHTLY);
        assertThat(details("ten").paused()).isTrue();
        on.recurring.resume("ten");

        Recurrence other = Recurrence.every(Duration.ofMinutes(20)).withoutOverlap();
        on.node(Set.of(), declared("ten", other));
        assertThat(details("ten").recurrence()).isEqualTo(other);
        assertThat(details("ten").nextTicks().get(0)).isEqualTo(first.plus(Duration.ofMinutes(20)));
    }

    @Test
    void down_for_ten_intervals_is_one_job_after_the_start() {
        on.node(Set.of(), declared("ten", TEN_MINUTES));
        on.fire();
        Instant tick = on.shift("ten", Duration.ofMinutes(103));
        on.unknownFor(Duration.ofMinutes(103));
        on.node(Set.of(), declared("ten", TEN_MINUTES)).sweep();
        on.fire();
        assertThat(jobs()).hasSize(2);
        assertThat(details("ten").lastTick()).isEqualTo(tick.plus(Duration.ofMinutes(100)));
    }

    @Test
    void what_no_node_knows_for_an_hour_stops_until_one_does() {
        KeepSchedules left = on.node(Set.of(), declared("gone", TEN_MINUTES), declared("kept", TEN_MINUTES));
        KeepSchedules node = on.node(Set.of("report"), declared("kept", TEN_MINUTES));
        on.unknownFor(Duration.ofMinutes(61));
        node.sweep();
        assertThat(details("gone").stopped())
                .as("while nobody was there for an hour")
                .isNull();
        on.workerFor(Duration.ofMinutes(61));
        on.unknownFor(Duration.ofMinutes(59));
        node.sweep();
        assertThat(details("gone").stopped()).isNull();
        on.unknownFor(Duration.ofMinutes(61));
        node.sweep();
        assertThat(details("gone").stopped()).contains("No living node has known it since");
        assertThat(details("kept").stopped()).isNull();
        on.fire();
        assertThat(jobs()).hasSize(1);
        left.sweep();
        assertThat(details("gone").stopped()).isNull();
        on.fire();
        assertThat(jobs()).hasSize(2);

        on.unknownFor(Duration.ofMinutes(61));
        node.sweep();
        on.recurring.remove("gone");
        assertThat(on.recurring.find("gone")).isEmpty();
    }

    @Test
    void what_a_failover_lost_is_declared_again_by_a_living_node() {
        KeepSchedules node = on.node(Set.of(), declared("ten", TEN_MINUTES));
        on.sql.update("DELETE FROM baton_schedule");
        node.sweep();
        assertThat(details("ten").declared()).isTrue();
        assertThat(details("ten").recurrence()).isEqualTo(TEN_MINUTES);
        on.fire();
        assertThat(jobs()).hasSize(1);
    }

    @Test
    void what_was_added_stops_when_no_node_has_a_handler() {
        add("ten", TEN_MINUTES);
        on.workerFor(Duration.ofMinutes(61));
        KeepSchedules other = on.node(Set.of("other"));
        KeepSchedules report = on.node(Set.of("report"));
        on.unknownFor(Duration.ofMinutes(61));
        report.sweep();
        other.sweep();
        assertThat(details("ten").stopped()).isNull();
        on.unknownFor(Duration.ofMinutes(61));
        other.sweep();
        assertThat(details("ten").stopped()).isNotNull();
        on.node(Set.of("report")).sweep();
        assertThat(details("ten").stopped()).isNull();
    }

    /** A tick that had its job would pass again. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void a_schedule_changed_after_a_clock_setback_has_no_earlier_tick(boolean declared, boolean interval) {
        Recurrence before = interval ? TEN_MINUTES : Recurrence.cron("0 */10 * * * *");
        Recurrence after = interval ? Recurrence.every(Duration.ofMinutes(20)) : Recurrence.cron("0 */20 * * * *");
        if (declared) {
            on.node(Set.of(), declared("ten", before));
        } else {
            add("ten", before);
        }
        on.shift("ten", Duration.ofSeconds(1));
        on.fire();
        assertThat(jobs()).hasSize(1);
        on.clockWasSetBack("ten", Duration.ofHours(2));
        Instant last = lastTick("ten");
        if (declared) {
            on.node(Set.of(), declared("ten", after));
        } else {
            on.recurring.change("ten", after);
        }
        on.fire();
        assertThat(jobs()).hasSize(1);
        assertThat(on.schedule("ten").nextAt()).isAfter(last);
    }

    @Test
    void a_turn_scans_a_portion_and_none_stops_before_all_were_scanned() {
        int all = 501;
        on.transactions.run(() -> {
            IntStream.range(0, all).forEach(number -> add("s" + (1_000 + number), TEN_MINUTES));
            return true;
        });
        on.workerFor(Duration.ofHours(2));
        on.unknownFor(Duration.ofMinutes(61));
        KeepSchedules node = on.node(Set.of("report"));

        assertThat(node.sweep()).as("the rest comes at once").isZero();
        assertThat(on.schedule("s1500").knownAt()).isBefore(on.schedule("s1499").knownAt());
        assertThat(node.sweep()).isPositive();
        assertThat(on.sql.queryForList("SELECT name FROM baton_schedule WHERE gone = TRUE"))
                .isEmpty();
        assertThat(on.schedule("s1500").knownAt())
                .isAfter(on.schedule("s1500").now().minusSeconds(60));
    }

    @Test
    void a_declared_schedule_takes_the_place_of_one_that_was_added() {
        add("ten", TEN_MINUTES);
        on.node(Set.of(), declared("ten", NIGHTLY));
        assertThat(details("ten").declared()).isTrue();
        assertThat(details("ten").recurrence()).isEqualTo(NIGHTLY);
    }

    @Test
    void a_tick_before_midnight_belongs_to_its_day() {
        add("late", Recurrence.cron("59 59 23 * * *").zone("Europe/Berlin"));
        Instant tick = LocalDate.of(2020, 3, 28)
                .atTime(23, 59, 59)
                .atZone(ZoneId.of("Europe/Berlin"))
                .toInstant();
        on.transactions.run(() -> {
            on.store.pause("late", false, tick);
            return true;
        });
        on.recurring.change("late", on.schedule("late").recurrence().missed(MissedTicks.RUN_ALL));
        on.fire();
        assertThat(jobs())
                .isNotEmpty()
                .extracting(job -> TickLabels.read(job.labels()).orElseThrow().at())
                .allSatisfy(
                        at -> assertThat(at.atZone(ZoneId.of("Europe/Berlin")).toLocalTime())
                                .hasToString("23:59:59"));
    }

    @Test
    void a_trigger_by_an_old_snapshot_is_refused_beside_a_nonoverlapping_job() throws Exception {
        assumeTrue(kind != TestDatabase.H2, "H2 locks only rows of the snapshot");
        add("alone", NIGHTLY.withoutOverlap());
        TransactionTemplate callers = new TransactionTemplate(new JdbcTransactionManager(on.dataSource));
        callers.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            assertThatThrownBy(() -> callers.executeWithoutResult(status -> {
                        assertThat(jobs()).isEmpty();
                        on.sql.queryForList("SELECT id FROM baton_job", Long.class);
                        triggerBy(other);
                        on.recurring.trigger("alone");
                    }))
                    .isInstanceOfAny(RecurringJobRefusedException.class, ConcurrencyFailureException.class);
        } finally {
            other.shutdownNow();
        }
        assertThat(jobs()).hasSize(1);
    }

    private void triggerBy(ExecutorService thread) {
        try {
            thread.submit(() -> on.recurring.trigger("alone")).get(120, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
