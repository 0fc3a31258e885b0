package io.baton.monitor;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Alert;
import io.baton.Alert.JobsDied;
import io.baton.Alert.LimitExhausted;
import io.baton.Alert.QueueLate;
import io.baton.JobId;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.job.Ties;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.event.EventListener;
import org.springframework.test.util.ReflectionTestUtils;

@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB})
@ExtendWith(OutputCaptureExtension.class)
@Timeout(120)
class PublishAlertsTests extends DiagnosedRows {

    private static final Duration LATE_AFTER = Duration.ofMinutes(5);

    static class Team {

        private final List<Alert> seen = new ArrayList<>();
        private CountDownLatch open = new CountDownLatch(0);
        private String hated = "";

        @EventListener
        void any(Alert alert) throws InterruptedException {
            open.await();
            seen.add(alert);
            if (alert instanceof JobsDied died && died.type().equals(hated)) {
                throw new IllegalStateException("no mail to secret@example.org");
            }
        }
    }

    static class Stranger {

        @EventListener
        void text(String text) {}
    }

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Team.class);
    private final Team team = context.getBean(Team.class);
    private final AtomicBoolean first = new AtomicBoolean();

    @SuppressWarnings("NullAway.Init")
    private PublishAlerts task;

    @BeforeEach
    void begin() {
        team.seen.clear();
        team.hated = "";
        first.set(true);
        task = task(context);
    }

    /** Returns the task of a node that reads the cluster whenever it needs it. */
    private PublishAlerts task(@Nullable ApplicationContext listening) {
        AtomicLong hours = new AtomicLong();
        Monitor counted = new Monitor(new Database(statements, null), Calendars.NONE);
        Sampler sampler = new Sampler(counted::sample, first::get, () -> Duration.ofHours(hours.incrementAndGet())
                .toNanos());
        return new PublishAlerts(counted, sampler, listening, LATE_AFTER);
    }

    private List<Alert> swept() throws InterruptedException {
        task.sweep();
        if (ReflectionTestUtils.getField(task, "publishing") != null) {
            publishing().join();
        }
        List<Alert> seen = List.copyOf(team.seen);
        team.seen.clear();
        return seen;
    }

    private Thread publishing() {
        return (Thread) requireNonNull(ReflectionTestUtils.getField(task, "publishing"));
    }

    private void move(String column, long job, long seconds) {
        database.update(
                "UPDATE baton_job SET " + column + " = "
                        + database.dialect().plusMicros(database.dialect().now()) + " WHERE id = ?",
                1_000_000 * seconds,
                job);
    }

    /** Returns a job that died a minute ago. */
    private long dead(String type, String error) {
        long job = job(DEAD, -60);
        database.update("UPDATE baton_job SET type = ?, error = ? WHERE id = ?", type, error, job);
        move("died_at", job, -60);
        return job;
    }

    @Test
    void one_alert_a_type_says_how_many_died_since_the_last() throws Exception {
        move("died_at", dead("mail", "x.Long: ago"), -600);
        dead("mail", "java.lang.IllegalStateException: secret\n\tat x.Y");
        dead("report", "x.Other\r\n\tat x.Y");
        long newest = dead("mail", "java.lang.IllegalStateException: secret\n\tat x.Y");
        assertThat(swept()).as("in the first minute").isEmpty();
        assertThat(swept())
                .first()
                .isEqualTo(new JobsDied("mail", "mails", 2, new JobId(newest), "java.lang.IllegalStateException"));
        assertThat(swept()).as("again").isEmpty();
    }

    @Test
    void an_alert_shows_the_class_of_an_error_and_no_message() throws Exception {
        dead("a", "Worker lost: four workers in a row died");
        dead("b", "x.Silent, which cannot describe itself");
        dead("c", "x.Outer$Inner");
        dead("d", "Smith is not known: x.Y");
        dead("e", "Smith.Ann is not known");
        database.update("UPDATE baton_job SET error = NULL WHERE type = 'e'");
        dead("f", "Smith.Ann is not known");
        swept();
        assertThat(swept())
                .extracting(alert -> ((JobsDied) alert).error())
                .containsExactly("Worker lost", "x.Silent", "x.Outer$Inner", "", "", "");
    }

    @Test
    void types_beyond_twenty_share_one_alert() throws Exception {
        for (int type = 10; type < 35; type++) {
            dead("t" + type, "x.Y: z");
        }
        dead("t34", "x.Y: z");
        swept();
        assertThat(swept())
                .hasSize(21)
                .satisfies(all -> assertThat(((JobsDied) all.get(0)).type()).isEqualTo("t34"))
                .last()
                .satisfies(rest -> assertThat(rest).hasFieldOrPropertyWithValue("type", "other"))
                .satisfies(rest -> assertThat(((JobsDied) rest).jobs()).isEqualTo(5));
    }

    @Test
    void a_late_queue_is_published_again_when_its_delay_has_doubled() throws Exception {
        long job = job(READY, -400);
        pause("mails", 60);
        swept();
        assertThat(swept()).singleElement().satisfies(alert -> assertThat((QueueLate) alert)
                .matches(late -> late.queue().equals("mails") && late.dueFor().compareTo(LATE_AFTER) > 0)
                .matches(late -> late.ready() == 1 && late.workers() == 0 && late.paused()));
        assertThat(swept()).as("again").isEmpty();
        move("due_at", job, -600);
        assertThat(swept()).as("not doubled").isEmpty();
        move("due_at", job, -7200);
        assertThat(swept()).hasSize(1);
        move("due_at", job, -10);
        assertThat(swept()).as("after its end").isEmpty();
        move("due_at", job, -400);
        assertThat(swept()).hasSize(1);
    }

    @Test
    void a_limit_with_an_old_line_is_published() throws Exception {
        semaphore("api", "api", 1L);
        semaphore("idle", "idle", 1L);
        rate("~calls");
        permit(job(CLAIMED, -1000), "api", 2);
        for (String limit : List.of("api", "api", "~calls", "idle")) {
            long job = job(BLOCKED, limit.equals("idle") ? -5 : -400);
            permit(set(job, "ties = " + Ties.LIMITS), limit, 1);
        }
        swept();
        assertThat(swept())
                .extracting(alert -> ((LimitExhausted) alert).limit() + " " + ((LimitExhausted) alert).held() + " "
                        + ((LimitExhausted) alert).waiting() + " "
                        + (((LimitExhausted) alert).dueFor().compareTo(LATE_AFTER) > 0))
                .containsExactly("api 1 2 true", "calls 0 1 true");
        assertThat(swept()).isEmpty();
    }

    @Test
    void nothing_is_read_without_a_listener_or_while_another_node_samples() throws Exception {
        dead("mail", "x.Y: z");
        first.set(false);
        task.sweep();
        task.sweep();
        first.set(true);
        try (AnnotationConfigApplicationContext strange = new AnnotationConfigApplicationContext(Stranger.class)) {
            for (ApplicationContext listening : new @Nullable ApplicationContext[] {strange, null}) {
                PublishAlerts silent = task(listening);
                silent.sweep();
                silent.sweep();
            }
        }
        assertThat(statements.taken()).isZero();
    }

    @Test
    void while_a_listener_is_busy_alerts_wait_and_none_is_lost(CapturedOutput output) throws Exception {
        move("died_at", dead("mail", "x.Y: z"), -110);
        swept();
        team.open = new CountDownLatch(1);
        task.sweep();
        ReflectionTestUtils.setField(task, "reported", database.now().minusSeconds(90));
        dead("report", "x.Y: z");
        task.sweep();
        assertThat(output).contains("has not returned for a minute");
        team.open.countDown();
        publishing().join();
        assertThat(swept()).extracting(alert -> ((JobsDied) alert).type()).containsExactly("mail", "report");
    }

    @Test
    void a_listener_that_throws_keeps_no_other_alert_back(CapturedOutput output) throws Exception {
        team.hated = "a";
        dead("a", "x.Y: z");
        dead("b", "x.Y: z");
        swept();
        assertThat(swept()).hasSize(2);
        assertThat(output)
                .contains("A listener of alerts failed", "IllegalStateException")
                .doesNotContain("secret@example.org");
    }
}
