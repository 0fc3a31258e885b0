package io.baton.step;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.BatonException;
import io.baton.Flow;
import io.baton.Flows;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobInterceptor;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Retry;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.data.domain.PageRequest;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Interceptors in whole applications, round enqueues and runs. */
class InterceptorsInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final ThreadLocal<@Nullable String> TENANT = new ThreadLocal<>();
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @JobType(name = "one")
    record One(int number) {}

    @JobType(name = "booked")
    record Booked(int number) {}

    @JobType(name = "listed")
    record Listed(int number) {}

    @JobType(name = "undone")
    record Undone(int number) {}

    /** A job whose interceptor does something wrong. */
    @JobType(name = "wrong")
    record Wrong(String how) {}

    @Order(1)
    static class Tenants implements JobInterceptor {

        @Override
        public void enqueue(String type, @Nullable Object payload, JobOptions options) {
            String tenant = TENANT.get();
            if ("nobody".equals(tenant)) {
                throw new IllegalStateException("no tenant for " + type + " " + payload);
            }
            if ("other type".equals(tenant)) {
                options.type("one");
            } else if (tenant != null) {
                options.label("tenant", tenant);
            }
        }

        @Override
        public void run(RunCall call) throws Throwable {
            TENANT.set(call.job().labels().get("tenant"));
            try {
                call.proceed();
            } finally {
                TENANT.remove();
            }
        }
    }

    @Order(2)
    static class Mistakes implements JobInterceptor {

        @Override
        public void run(RunCall call) throws Throwable {
            String how = call.jobs().get(0).payload() instanceof Wrong wrong ? wrong.how() : "";
            switch (how) {
                case "stop" -> {}
                case "throw" -> throw new IllegalStateException("refused before the handler");
                case "snooze" -> call.job().snooze(Duration.ofDays(1));
                case "twice" -> {
                    call.proceed();
                    call.proceed();
                }
                case "swallow" -> {
                    try {
                        call.proceed();
                    } catch (IllegalArgumentException e) {
                        SEEN.add("swallowed");
                    }
                }
                case "throw after" -> {
                    call.proceed();
                    throw new IllegalStateException("refused after the handler");
                }
                default -> call.proceed();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        Mistakes mistakes() {
            return new Mistakes();
        }

        @Bean
        Tenants tenants() {
            return new Tenants();
        }

        @JobHandler
        void one(One one, JobContext job) {
            SEEN.add("one " + one.number() + " " + TENANT.get() + " " + job.labels());
        }

        @JobHandler(transactional = true)
        void booked(Booked booked) {
            SEEN.add("booked " + TENANT.get() + " " + TransactionSynchronizationManager.isActualTransactionActive());
        }

        @JobHandler
        void listed(List<Job<Listed>> jobs) {
            jobs.forEach(job -> SEEN.add("listed " + job.payload().number() + " "
                    + job.context().labels().get("tenant")));
        }

        @JobHandler
        void undone(Undone undone, JobContext job) {
            job.step("pay")
                    .undo((nothing, key) -> SEEN.add("undone " + TENANT.get()))
                    .run(key -> {});
            job.cancel();
        }

        @JobHandler(maxAttempts = 1)
        @Retry(delay = "1ms")
        void wrong(Wrong wrong) {
            SEEN.add("wrong " + wrong.how());
            if (wrong.how().equals("swallow")) {
                throw new IllegalArgumentException("of the handler");
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithoutInterceptor {

        @JobHandler
        void one(One one, JobContext job) {
            SEEN.add(one.number() + " " + job.labels());
        }
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
        TENANT.remove();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_label_of_the_enqueue_is_there_in_every_kind_of_run(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            TENANT.set("red");
            JobId one = jobs.enqueue(new One(1), options -> options.label("tenant", "forged")
                            .label("more", "x"))
                    .id();
            jobs.enqueueAll(Stream.of(new One(2), new One(3)));
            jobs.enqueue(new Booked(4));
            jobs.enqueue(new One(9), options -> options.share("north"));
            context.getBean(Flows.class).start(Flow.of(new Listed(5)).then(new Listed(6)));
            jobs.enqueue(new Undone(7));
            TENANT.remove();
            JobId none = jobs.enqueue(new One(8)).id();
            await().atMost(LIMIT)
                    .until(() ->
                            SEEN.size() == 9 && jobs.find(none).orElseThrow().state() == JobState.COMPLETED);
            assertThat(jobs.find(one).orElseThrow().labels())
                    .containsEntry("tenant", "red")
                    .containsEntry("more", "x");
        }
        assertThat(SEEN)
                .containsExactlyInAnyOrder(
                        "one 1 red {more=x, tenant=red}",
                        "one 2 red {tenant=red}",
                        "one 3 red {tenant=red}",
                        "booked red true",
                        "one 9 red {tenant=red}",
                        "listed 5 red",
                        "listed 6 red",
                        "undone red",
                        "one 8 null {}");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void an_enqueue_is_refused_by_an_exception_and_a_changed_type(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            TENANT.set("nobody");
            assertThatThrownBy(() -> jobs.enqueueAll(Stream.of(new One(1), new One(2))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no tenant for one One[number=1]");
            TENANT.set("other type");
            assertThatThrownBy(() -> jobs.enqueue(new Booked(1)))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("changed the type of a job from \"booked\" to \"one\"");
            assertThat(jobs.search(JobFilter.all(), PageRequest.of(0, 1))).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void an_interceptor_fails_an_attempt_and_never_hides_a_failure(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            List<String> ways = List.of("stop", "throw", "twice", "swallow", "throw after", "snooze");
            List<JobId> ids =
                    ways.stream().map(how -> jobs.enqueue(new Wrong(how)).id()).toList();
            await().atMost(LIMIT).until(() -> ids.stream()
                    .map(id -> jobs.find(id).orElseThrow())
                    .allMatch(InterceptorsInApplicationTests::hasRun));
            assertThat(ids.stream().map(id -> jobs.find(id).orElseThrow()).map(job -> job.state() + " " + job.error()))
                    .satisfiesExactly(
                            stopped -> assertThat(stopped).startsWith("DEAD").contains("Mistakes did not call proceed"),
                            thrown -> assertThat(thrown).startsWith("DEAD").contains("refused before the handler"),
                            twice -> assertThat(twice).startsWith("DEAD").contains("called proceed twice"),
                            swallowed ->
                                    assertThat(swallowed).startsWith("DEAD").contains("of the handler"),
                            late -> assertThat(late).startsWith("DEAD").contains("refused after the handler"),
                            snoozed -> assertThat(snoozed).startsWith("SCHEDULED"));
        }
        assertThat(SEEN).containsExactlyInAnyOrder("wrong twice", "wrong swallow", "swallowed", "wrong throw after");
    }

    private static boolean hasRun(JobDetails job) {
        return Arrays.asList(JobState.DEAD, JobState.SCHEDULED).contains(job.state());
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void labels_are_read_where_there_is_no_interceptor(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(WithoutInterceptor.class, kind.freshAccess())) {
            context.getBean(Jobs.class).enqueue(new One(1), options -> options.label("tenant", "red"));
            await().atMost(LIMIT).until(() -> SEEN.equals(List.of("1 {tenant=red}")));
        }
    }
}
