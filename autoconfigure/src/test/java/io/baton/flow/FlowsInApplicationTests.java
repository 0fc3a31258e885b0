package io.baton.flow;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.Batches;
import io.baton.BatonException;
import io.baton.Flow;
import io.baton.FlowStatus;
import io.baton.FlowStepState;
import io.baton.Flows;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobResults;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RequiresPermit;
import io.baton.UnknownBatchException;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Flows in whole applications: what the handlers saw counts, whatever the tables say. */
class FlowsInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Map<Integer, AtomicInteger> RUNS = new ConcurrentHashMap<>();
    private static final Collection<List<Integer>> ANALYSED = new ConcurrentLinkedQueue<>();
    private static final Collection<String> REPORTS = new ConcurrentLinkedQueue<>();

    @JobType(name = "check-smtp", queue = "checks")
    record CheckSmtp(int host) {}

    @JobType(name = "check-within", queue = "checks")
    record CheckInTransaction(int host) {}

    @RequiresPermit("smtp")
    @JobType(name = "check-limited", queue = "checks")
    record CheckLimited(int host) {}

    @JobType(name = "check-list", queue = "checks")
    record CheckList(int host) {}

    @JobType(name = "analyse", queue = "reports")
    record Analyse() {}

    @JobType(name = "report", queue = "reports")
    record Report(String step) {}

    @JobType(name = "spread", queue = "checks")
    record Spread(int hosts) {}

    @JobType(name = "large", queue = "checks")
    record Large(int size) {}

    @JobType(name = "unwritable", queue = "checks")
    record Unwritable() {}

    @JobType(name = "maybe", queue = "checks")
    record Maybe(int host) {}

    record Checked(int host, boolean ok) {}

    /** Cannot be written: it contains itself. */
    static final class Circle {

        public final Circle itself = this;
    }

    private static volatile boolean broken;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final Flows flows;

        Application(Flows flows) {
            this.flows = flows;
        }

        @JobHandler(maxAttempts = 3)
        Checked check(CheckSmtp check, JobContext job) {
            int runs = RUNS.computeIfAbsent(check.host(), first -> new AtomicInteger())
                    .incrementAndGet();
            if (check.host() % 10 == 0 && runs == 1) {
                throw new IllegalStateException("fails at first");
            }
            if (broken && check.host() == 7) {
                throw new IllegalStateException("fails until it is mended");
            }
            return new Checked(check.host(), true);
        }

        @JobHandler(transactional = true)
        Checked check(CheckInTransaction check) {
            return new Checked(check.host(), true);
        }

        @JobHandler
        Checked check(CheckLimited check) {
            return new Checked(check.host(), true);
        }

        @JobHandler
        void check(List<CheckList> checks) {
            checks.forEach(check -> RUNS.computeIfAbsent(check.host(), first -> new AtomicInteger())
                    .incrementAndGet());
        }

        @JobHandler(transactional = true)
        int analyse(Analyse analyse, JobResults results) {
            List<Integer> hosts =
                    results.stream(Checked.class).map(Checked::host).toList();
            ANALYSED.add(hosts);
            return hosts.size();
        }

        @JobHandler
        void report(Report report, JobContext job) {
            REPORTS.add(report.step() + "="
                    + job.results().stream(report.step(), Integer.class).toList());
            assertThatThrownBy(() -> job.results().stream("nowhere", Integer.class))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("[" + report.step() + "]");
        }

        @JobHandler(transactional = true)
        void spread(Spread spread, JobContext job) {
            flows.addJobs(
                    job,
                    IntStream.range(0, spread.hosts())
                            .mapToObj(CheckInTransaction::new)
                            .toList());
            flows.startWithin(job, Flow.of(new CheckSmtp(501)).then(new CheckSmtp(502)));
        }

        @JobHandler(maxAttempts = 1)
        String large(Large large) {
            return "x".repeat(large.size());
        }

        @JobHandler
        Optional<Checked> maybe(Maybe maybe) {
            return Optional.of(maybe.host()).filter(host -> host > 0).map(host -> new Checked(host, true));
        }

        @JobHandler(maxAttempts = 1)
        Circle unwritable(Unwritable unwritable) {
            return new Circle();
        }
    }

    @BeforeEach
    void forget() {
        RUNS.clear();
        ANALYSED.clear();
        REPORTS.clear();
        broken = false;
    }

    private static ConfigurableApplicationContext application(DatabaseAccess access) {
        return start(
                Application.class,
                access,
                "baton.retry.delay=0s",
                "baton.worker.dead-after=2m",
                "baton.semaphores.smtp=2",
                "baton.payload.max-size=10KB");
    }

    private static FlowStatus status(ConfigurableApplicationContext context, BatchId id) {
        return context.getBean(Flows.class).find(id).orElseThrow();
    }

    private static void await(ConfigurableApplicationContext context, Batch flow, BatchState state) {
        Awaitility.await().atMost(LIMIT).until(() -> status(context, flow.id()).state() == state);
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void a_thousand_checks_are_analysed_once_and_in_order(TestDatabase database) {
        DatabaseAccess access = database.freshAccess();
        try (ConfigurableApplicationContext one = application(access);
                ConfigurableApplicationContext other = application(access)) {
            Flow checks = Flow.group(numbers(1_000).stream().map(CheckSmtp::new));
            Batch flow =
                    other.getBean(Flows.class).start(checks.then(new Analyse()).then(new Report("analyse")));
            await(one, flow, BatchState.COMPLETE);

            assertThat(ANALYSED).containsExactly(numbers(1_000));
            assertThat(REPORTS).containsExactly("analyse=[1000]");
            assertThat(status(one, flow.id()).steps())
                    .extracting(FlowStatus.Step::state)
                    .containsOnly(FlowStepState.COMPLETE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void a_child_that_fails_for_good_stops_it_until_it_is_revived(TestDatabase database) {
        broken = true;
        try (ConfigurableApplicationContext context = application(database.freshAccess())) {
            Batch flow = context.getBean(Flows.class)
                    .start(Flow.group(numbers(20).stream().map(CheckSmtp::new)).then(new Analyse()));
            await(context, flow, BatchState.STUCK);
            assertThat(ANALYSED).isEmpty();
            assertThat(status(context, flow.id()).steps().get(0).dead()).isEqualTo(1);

            broken = false;
            context.getBean(Jobs.class).reviveAll(JobFilter.all().state(JobState.DEAD));
            await(context, flow, BatchState.COMPLETE);
            assertThat(ANALYSED).containsExactly(numbers(20));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void steps_of_every_kind_follow_each_other(TestDatabase database) {
        try (ConfigurableApplicationContext context = application(database.freshAccess())) {
            Batch flow = context.getBean(Flows.class)
                    .start(Flow.group(numbers(30).stream().map(CheckList::new))
                            .then(Flow.group(numbers(30).stream().map(CheckInTransaction::new)))
                            .then(Flow.parallel(
                                            Flow.group(numbers(5).stream().map(CheckLimited::new)),
                                            Flow.group(numbers(5).stream().map(CheckInTransaction::new)))
                                    .then(new Analyse())
                                    .then(new Report("analyse"))));
            await(context, flow, BatchState.COMPLETE);
            assertThat(RUNS).hasSize(30);
            assertThat(ANALYSED).containsExactly(List.of(0, 1, 2, 3, 4, 0, 1, 2, 3, 4));
            assertThat(REPORTS).containsExactly("analyse=[10]");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void a_member_adds_members_and_flows_in_its_transaction(TestDatabase database) {
        try (ConfigurableApplicationContext context = application(database.freshAccess())) {
            Batch flow = context.getBean(Flows.class)
                    .start("spread", Flow.of(new Spread(50)).then(new Analyse()));
            await(context, flow, BatchState.COMPLETE);
            assertThat(ANALYSED).containsExactly(numbers(50));
            assertThat(RUNS).containsOnlyKeys(501, 502);
        }
    }

    @Test
    void a_flow_starts_with_the_callers_transaction_or_not_at_all() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            TransactionTemplate transaction =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            Flows flows = context.getBean(Flows.class);
            BatchId undone = transaction.execute(status -> {
                status.setRollbackOnly();
                return flows.start(Flow.of(new CheckSmtp(1)).then(new Analyse()))
                        .id();
            });
            assertThat(flows.find(undone)).isEmpty();
            Batch flow = transaction.execute(
                    status -> flows.start("kept", Flow.group(List.of()).then(new Analyse())));
            await(context, flow, BatchState.COMPLETE);
            assertThat(ANALYSED).containsExactly(List.of());
            assertThat(context.getBean(Batches.class).find("kept")).isPresent();
        }
    }

    @Test
    void a_result_that_cannot_be_kept_stops_the_flow_and_says_why() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Flows flows = context.getBean(Flows.class);
            Batch flow = flows.start(Flow.parallel(Flow.of(new Large(20_000)), Flow.of(new Unwritable()))
                    .then(new Analyse()));
            await(context, flow, BatchState.STUCK);
            List<String> errors =
                    context
                            .getBean(Jobs.class)
                            .search(JobFilter.all().state(JobState.DEAD), PageRequest.of(0, 10))
                            .stream()
                            .map(job -> String.valueOf(job.error()))
                            .toList();
            assertThat(errors).anyMatch(error -> error.contains("baton.payload.max-size"));
            assertThat(errors).anyMatch(error -> error.contains("cannot be written"));

            Batch last = flows.start(Flow.of(new Large(20_000)));
            await(context, last, BatchState.COMPLETE);
        }
    }

    @Test
    void an_empty_optional_is_no_result() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Batch flow = context.getBean(Flows.class)
                    .start(Flow.group(numbers(3).stream().map(Maybe::new)).then(new Analyse()));
            await(context, flow, BatchState.COMPLETE);
            assertThat(ANALYSED).containsExactly(List.of(1, 2));
        }
    }

    @Test
    void people_go_on_without_a_job_that_has_died() {
        broken = true;
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Batch flow = context.getBean(Flows.class)
                    .start(Flow.group(numbers(8).stream().map(CheckSmtp::new)).then(new Analyse()));
            await(context, flow, BatchState.STUCK);
            JobFilter dead = JobFilter.all().state(JobState.DEAD);
            JobId died =
                    jobs.search(dead, PageRequest.of(0, 10)).getContent().get(0).id();
            assertThat(jobs.cancel(died)).isTrue();
            await(context, flow, BatchState.COMPLETE);
            assertThat(ANALYSED).containsExactly(numbers(7));
        }
    }

    @Test
    void a_batch_that_is_no_flow_is_not_cancelled_as_one() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Flows flows = context.getBean(Flows.class);
            BatchId batch = context.getBean(Batches.class).open().id();
            assertThatThrownBy(() -> flows.cancel(batch))
                    .isInstanceOf(UnknownBatchException.class)
                    .hasMessageContaining("Batch " + batch + " is no flow");
        }
    }

    @Test
    void a_flow_shows_its_id_only_as_text_and_as_json() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Batch flow = context.getBean(Flows.class).start(Flow.of(new CheckSmtp(1)));
            JsonMapper json = JsonMapper.builder().build();
            assertThat(flow).hasToString("Batch " + flow.id());
            assertThat(json.writeValueAsString(flow)).isEqualTo("{\"id\":" + flow.id() + "}");
            assertThat(json.readTree(json.writeValueAsString(flow.status())).propertyNames())
                    .containsExactlyInAnyOrder(
                            "id",
                            "key",
                            "state",
                            "items",
                            "remaining",
                            "dead",
                            "cancelled",
                            "sealed",
                            "completedAt",
                            "complete",
                            "completedNow");
        }
    }

    @Test
    void a_job_without_a_flow_has_no_results() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            context.getBean(Jobs.class).enqueue(new Analyse());
            Awaitility.await().atMost(LIMIT).until(() -> !ANALYSED.isEmpty());
            assertThat(ANALYSED).containsExactly(List.of());
        }
    }

    @Test
    void people_cancel_a_flow() {
        broken = true;
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Flows flows = context.getBean(Flows.class);
            Batch flow = flows.start(Flow.group(Stream.of(new CheckSmtp(7))).then(new Analyse()));
            await(context, flow, BatchState.STUCK);
            flows.cancel(flow.id());
            Awaitility.await()
                    .atMost(LIMIT)
                    .until(() -> status(context, flow.id()).completedAt() != null);
            assertThat(ANALYSED).isEmpty();
            assertThat(context.getBean(Jobs.class)
                            .search(JobFilter.all().state(JobState.BLOCKED), PageRequest.of(0, 10)))
                    .isEmpty();
        }
    }
}
