package io.baton.step;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.SignalResult;
import io.baton.Signals;
import io.baton.StepDetails;
import io.baton.StepDetails.State;
import io.baton.Steps;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Steps are undone before their job is dead or cancelled. */
class UndoInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Queue<String> DONE = new ConcurrentLinkedQueue<>();
    private static final Set<String> BROKEN = ConcurrentHashMap.newKeySet();
    private static final Map<String, String> KEYS = new ConcurrentHashMap<>();

    record Trip(boolean full) {}

    record Closing() {}

    record Report(long job) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Autowired
        DataSource dataSource;

        @Autowired
        ObjectProvider<Jobs> jobs;

        @Autowired
        ObjectProvider<Signals> signals;

        @JobHandler(maxAttempts = 1)
        void book(Trip trip, JobContext job) {
            job.step("flight", String.class)
                    .undo((seat, key) -> undo("flight " + seat, key))
                    .call(key -> {
                        DONE.add("flight");
                        return "7A";
                    });
            job.step("account")
                    .undo((nothing, key) -> {
                        undo("account", key);
                        row("back");
                    })
                    .runInTransaction(() -> row("booked"));
            job.step("mail").run(key -> DONE.add("mail"));
            job.step("hotel", String.class)
                    .undo((room, key) -> undo("hotel " + room, key))
                    .call(key -> "room");
            if (!job.await("paid", Boolean.class, Duration.ofDays(7)).orElse(false)) {
                job.cancel();
            }
            job.step("car", String.class)
                    .undo((car, key) -> undo("car " + car, key))
                    .call(key -> {
                        if (trip.full()) {
                            throw new JobRejectedException("no car");
                        }
                        return "car";
                    });
        }

        @JobHandler
        void close(Closing closing, JobContext job) {
            JobId report = job.step("start report", JobId.class)
                    .undo((started, key) -> jobs.getObject().cancel(started))
                    .callInTransaction(() -> jobs.getObject()
                            .enqueue(new Report(job.id().value()))
                            .id());
            DONE.add(job.await("report", String.class, Duration.ofDays(1)).orElse("nothing") + " of " + report);
        }

        @JobHandler(transactional = true)
        void report(Report report) {
            signals.getObject().send(new JobId(report.job()), "report", "totals", "report");
        }

        private void row(String name) {
            new JdbcTemplate(dataSource).update("INSERT INTO ledger (name) VALUES (?)", name);
        }

        private static void undo(String what, String key) {
            String step = what.contains(" ") ? what.substring(0, what.indexOf(" ")) : what;
            assertThat(KEYS.merge(step, key, (first, again) -> first)).isEqualTo(key);
            if (BROKEN.contains(step)) {
                throw new IllegalStateException(step + " does not answer");
            }
            DONE.add("undo " + what);
        }
    }

    @BeforeEach
    void forget() {
        DONE.clear();
        BROKEN.clear();
        KEYS.clear();
    }

    private static void inApplication(TestDatabase kind, Consumer<Booking> work) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            JdbcTemplate jdbc = new JdbcTemplate(context.getBean(DataSource.class));
            jdbc.execute("CREATE TABLE ledger (name varchar(50))");
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueue(new Trip(true)).id();
            Booking booking = new Booking(jobs, context.getBean(Signals.class), context.getBean(Steps.class), jdbc, id);
            booking.reaches(JobState.WAITING);
            work.accept(booking);
        }
    }

    private record Booking(Jobs jobs, Signals signals, Steps steps, JdbcTemplate jdbc, JobId id) {

        void reaches(JobState state) {
            await().atMost(LIMIT)
                    .until(() -> jobs.find(id).map(JobDetails::state).orElse(null) == state);
        }

        List<String> ledger() {
            return jdbc.queryForList("SELECT name FROM ledger ORDER BY name DESC", String.class);
        }

        State state(String step) {
            return steps.list(id).stream()
                    .filter(each -> each.name().equals(step))
                    .map(StepDetails::state)
                    .findFirst()
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_dead_job_has_its_steps_undone(TestDatabase kind) {
        inApplication(kind, trip -> {
            assertThat(trip.signals().send(trip.id(), "paid", true)).isEqualTo(SignalResult.DELIVERED);
            trip.reaches(JobState.DEAD);
            assertThat(DONE).containsExactly("flight", "mail", "undo hotel room", "undo account", "undo flight 7A");
            assertThat(trip.ledger()).containsExactly("booked", "back");
            assertThat(trip.jobs().find(trip.id()).orElseThrow().error()).contains("no car");
            assertThat(trip.state("flight")).isEqualTo(State.UNDONE);
            assertThat(trip.state("mail")).isEqualTo(State.DONE);
            assertThat(trip.signals().send(trip.id(), "paid", true)).isEqualTo(SignalResult.TOO_LATE);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_job_that_is_cancelled_while_it_waits_has_its_steps_undone(TestDatabase kind) {
        inApplication(kind, trip -> {
            assertThat(trip.jobs().cancel(trip.id())).isTrue();
            trip.reaches(JobState.CANCELLED);
            assertThat(DONE).containsExactly("flight", "mail", "undo hotel room", "undo account", "undo flight 7A");
            assertThat(trip.ledger()).containsExactly("booked", "back");
            assertThat(trip.jobs().cancel(trip.id())).isFalse();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_handler_cancels_its_job(TestDatabase kind) {
        inApplication(kind, trip -> {
            trip.signals().send(trip.id(), "paid", false);
            trip.reaches(JobState.CANCELLED);
            assertThat(DONE).containsExactly("flight", "mail", "undo hotel room", "undo account", "undo flight 7A");
            assertThat(trip.ledger()).containsExactly("booked", "back");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_step_starts_a_job_and_waits_for_its_result(TestDatabase kind) {
        inApplication(kind, trip -> {
            JobId closing = trip.jobs().enqueue(new Closing()).id();
            await().atMost(LIMIT)
                    .until(() -> trip.jobs().find(closing).orElseThrow().state() == JobState.COMPLETED);
            assertThat(DONE).last().asString().startsWith("totals of ");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void what_cannot_be_undone_is_listed_and_tried_again_when_revived(TestDatabase kind) {
        inApplication(kind, trip -> {
            BROKEN.add("account");
            trip.jobs().cancel(trip.id());
            trip.reaches(JobState.DEAD);
            assertThat(DONE).containsExactly("flight", "mail", "undo hotel room", "undo flight 7A");
            assertThat(trip.ledger()).containsExactly("booked");
            assertThat(trip.jobs().find(trip.id()).orElseThrow().error()).contains("account does not answer");
            assertThat(trip.state("account")).isEqualTo(State.DONE);

            BROKEN.clear();
            trip.jobs().revive(trip.id());
            trip.reaches(JobState.CANCELLED);
            assertThat(DONE).endsWith("undo flight 7A", "undo account");
            assertThat(trip.ledger()).containsExactly("booked", "back");
        });
    }
}
