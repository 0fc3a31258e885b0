package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.Flow;
import io.baton.FlowStatus;
import io.baton.Flows;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.PayloadCodec;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;

/** What {@code docs/handlers.md}, {@code docs/flows.md} and the recipe of a job's status say about refused orders and results. */
@SuppressWarnings("NullAway.Init")
class RefusedOrderTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Queue<String> DONE = new ConcurrentLinkedQueue<>();

    private static ConfigurableApplicationContext context;

    record Charge(boolean covered) {}

    record Check(boolean payable) {}

    record Ship() {}

    record Notice() {}

    record CancelInTransaction() {}

    record Charged(long cents) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {

        private final ObjectProvider<Flows> flows;
        private final ObjectProvider<Jobs> jobs;

        Shop(ObjectProvider<Flows> flows, ObjectProvider<Jobs> jobs) {
            this.flows = flows;
            this.jobs = jobs;
        }

        @JobHandler
        Charged charge(Charge charge, JobContext job) {
            boolean covered = job.step("credit", Boolean.class).call(key -> charge.covered());
            if (!covered) {
                job.step("refuse").runInTransaction(() -> DONE.add("refused"));
                job.cancel();
            }
            job.step("charge").run(key -> DONE.add("charged"));
            return new Charged(700);
        }

        @JobHandler(transactional = true)
        void check(Check check, JobContext job) {
            if (!check.payable()) {
                flows.getObject().cancel(job.batchId().orElseThrow());
                jobs.getObject().enqueue(new Notice());
            }
        }

        @JobHandler
        void ship(Ship ship) {
            DONE.add("shipped");
        }

        @JobHandler
        void notice(Notice notice) {
            DONE.add("noticed");
        }

        @JobHandler(transactional = true, maxAttempts = 1)
        void cancel(CancelInTransaction cancel, JobContext job) {
            job.cancel();
        }
    }

    @BeforeAll
    static void start() {
        context = new SpringApplication(Shop.class)
                .run(
                        "--spring.main.web-application-type=none",
                        "--spring.datasource.url=jdbc:h2:mem:refused;DB_CLOSE_DELAY=-1");
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @BeforeEach
    void nothingIsDone() {
        DONE.clear();
    }

    @Test
    void a_job_that_its_handler_cancels_is_no_failure() {
        JobDetails job = ended(jobs().enqueue(new Charge(false)).id());
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(job.error()).isNull();
        assertThat(job.failedAttempts()).isEmpty();
        assertThat(DONE).containsExactly("refused");
    }

    @Test
    void a_result_is_read_by_the_codec_that_wrote_it() {
        JobDetails job = ended(jobs().enqueue(new Charge(true)).id());
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(job.result()).isNotNull();
        assertThat(context.getBean(PayloadCodec.class).read(job.result(), Charged.class))
                .isEqualTo(new Charged(700));
    }

    @Test
    void a_flow_that_a_handler_cancels_is_not_stuck() {
        Batch flow =
                context.getBean(Flows.class).start(Flow.of(new Check(false)).then(new Ship()));
        await().atMost(LIMIT).until(() -> flow(flow).completedAt() != null && DONE.contains("noticed"));
        assertThat(flow(flow).state()).isEqualTo(BatchState.CANCELLED);
        assertThat(flow(flow).steps())
                .allSatisfy(step -> assertThat(step.dead()).isZero());
        assertThat(DONE).containsExactly("noticed");
    }

    @Test
    void a_transactional_handler_cannot_cancel_its_job() {
        JobId id = jobs().enqueue(new CancelInTransaction()).id();
        JobDetails job = ended(id);
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(job.error()).contains("transactional = true");
        assertThat(jobs().search(JobFilter.all().state(JobState.DEAD), PageRequest.of(0, 10)))
                .extracting(JobDetails::id)
                .containsExactly(id);
    }

    private static Jobs jobs() {
        return context.getBean(Jobs.class);
    }

    private static FlowStatus flow(Batch flow) {
        return context.getBean(Flows.class).find(flow.id()).orElseThrow();
    }

    private static JobDetails ended(JobId id) {
        return await().atMost(LIMIT)
                .until(() -> jobs().find(id).orElseThrow(), job -> job.state().isFinal());
    }
}
