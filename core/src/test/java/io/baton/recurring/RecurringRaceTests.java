package io.baton.recurring;

import static io.baton.recurring.RecurringOnDatabase.declared;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.Recurrence;
import io.baton.RecurringJobRefusedException;
import io.baton.UnknownRecurringJobException;
import io.baton.recurring.KeepSchedules.Declared;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Several nodes at the same schedules, each in threads of its own. */
@Timeout(300)
class RecurringRaceTests {

    private static final int NODES = 6;
    private static final Recurrence HOURLY = Recurrence.every(Duration.ofHours(1));
    private static final Recurrence DAILY = Recurrence.every(Duration.ofDays(1));

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** Runs the same at once on every node. */
    private void onEveryNode(Callable<?> work) throws Exception {
        CyclicBarrier together = new CyclicBarrier(NODES);
        all(IntStream.range(0, NODES)
                .mapToObj(node -> threads.submit(() -> {
                    together.await(180, TimeUnit.SECONDS);
                    return work.call();
                }))
                .toList());
    }

    private static void all(Collection<? extends Future<?>> running) throws Exception {
        for (Future<?> each : running) {
            each.get(180, TimeUnit.SECONDS);
        }
    }

    private static List<JobDetails> jobs(RecurringOnDatabase on) {
        return on.transactions.run(() -> on.jobs.search(JobFilter.all(), 0, 1_001));
    }

    /** Fires until nothing is due, whoever holds what. */
    private static int drain(RecurringOnDatabase on) {
        FireSchedules firer = on.firer();
        while (firer.sweep().compareTo(Duration.ofMillis(50)) <= 0) {
            Thread.onSpinWait();
        }
        return 0;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_tick_has_one_job_whoever_fires_it(TestDatabase kind) throws Exception {
        try (RecurringOnDatabase on = new RecurringOnDatabase(kind)) {
            for (int number = 0; number < 10; number++) {
                on.recurring.addNamed("hourly:" + number, HOURLY, "report");
            }
            Set<String> expected = new HashSet<>();
            for (int round = 0; round < 20; round++) {
                for (int number = 0; number < 10; number++) {
                    String name = "hourly:" + number;
                    expected.add(name + on.shift(name, Duration.ofSeconds(1)));
                }
                onEveryNode(() -> drain(on));
            }
            List<JobDetails> jobs = jobs(on);
            assertThat(jobs).hasSize(200);
            assertThat(jobs.stream()
                            .map(job -> job.labels().get("baton.schedule") + job.dueAt())
                            .collect(toSet()))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void nodes_that_start_at_once_make_one_schedule_of_each_name(TestDatabase kind) throws Exception {
        try (RecurringOnDatabase on = new RecurringOnDatabase(kind)) {
            for (int round = 0; round < 5; round++) {
                Recurrence said = round % 2 == 0 ? HOURLY : DAILY;
                Declared[] declared = IntStream.range(0, 20)
                        .mapToObj(number -> declared("hourly:" + number, said))
                        .toArray(Declared[]::new);
                onEveryNode(() -> on.node(Set.of("report"), declared));
                onEveryNode(() -> drain(on));
                assertThat(on.recurring.list()).hasSize(20).allMatch(each -> each.recurrence()
                        .equals(said));
            }
            assertThat(jobs(on)).hasSize(20);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void one_of_those_who_add_the_same_is_told_that_it_did(TestDatabase kind) throws Exception {
        try (RecurringOnDatabase on = new RecurringOnDatabase(kind)) {
            for (int round = 0; round < 20; round++) {
                String name = "tenant:" + round;
                List<Boolean> added = new ArrayList<>();
                onEveryNode(() -> {
                    boolean made = on.recurring.addNamed(name, HOURLY, "report");
                    synchronized (added) {
                        return added.add(made);
                    }
                });
                assertThat(added).hasSize(NODES).containsOnlyOnce(true);
            }
        }
    }

    /** Two definitions take turns, as while two versions are deployed, and people change what they see, beside nodes that fire. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void changes_beside_ticks_lose_and_double_none(TestDatabase kind) throws Exception {
        try (RecurringOnDatabase on = new RecurringOnDatabase(kind)) {
            on.node(Set.of("report"), declared("a", HOURLY), declared("b", DAILY));
            on.recurring.addNamed("c", HOURLY, "report");
            drain(on);
            CountDownLatch over = new CountDownLatch(1);
            List<Future<?>> running = new ArrayList<>();
            for (int node = 0; node < 3; node++) {
                running.add(threads.submit(() -> {
                    FireSchedules firer = on.firer();
                    while (over.getCount() > 0) {
                        firer.sweep();
                    }
                }));
            }
            running.add(threads.submit(() -> {
                for (boolean old = false; over.getCount() > 0; old = !old) {
                    on.node(Set.of("report"), declared("a", old ? HOURLY : DAILY), declared("b", DAILY))
                            .sweep();
                }
            }));
            running.add(threads.submit(() -> {
                while (over.getCount() > 0) {
                    on.recurring.change("b", HOURLY);
                    on.recurring.pause("c");
                    on.recurring.resume("c");
                }
            }));
            Set<Instant> ticks = new HashSet<>();
            for (int round = 0; round < 50; round++) {
                ticks.add(on.shift("a", Duration.ofSeconds(1)));
                ticks.add(on.shift("b", Duration.ofSeconds(1)));
                while (on.schedule("a").isDue() || on.schedule("b").isDue()) {
                    Thread.onSpinWait();
                }
            }
            over.countDown();
            all(running);
            List<Instant> fired = jobs(on).stream()
                    .filter(job -> !"c".equals(job.labels().get("baton.schedule")))
                    .map(JobDetails::dueAt)
                    .toList();
            assertThat(fired).hasSize(102).doesNotHaveDuplicates().containsAll(ticks);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void what_is_removed_and_added_again_fires_once_each_time(TestDatabase kind) throws Exception {
        try (RecurringOnDatabase on = new RecurringOnDatabase(kind)) {
            CountDownLatch over = new CountDownLatch(1);
            Future<?> firing = threads.submit(() -> {
                FireSchedules firer = on.firer();
                while (over.getCount() > 0) {
                    firer.sweep();
                }
            });
            for (int round = 1; round <= 30; round++) {
                assertThat(on.recurring.addNamed("brief", HOURLY, "report")).isTrue();
                while (on.schedule("brief").isDue()) {
                    Thread.onSpinWait();
                }
                onEveryNode(() -> {
                    try {
                        on.recurring.remove("brief");
                    } catch (UnknownRecurringJobException e) {
                        // another one did
                    }
                    return null;
                });
                assertThat(jobs(on)).hasSize(round);
            }
            over.countDown();
            firing.get(180, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_that_must_not_overlap_never_do(TestDatabase kind) throws Exception {
        try (RecurringOnDatabase on = new RecurringOnDatabase(kind)) {
            on.recurring.addNamed("alone", HOURLY.withoutOverlap(), "report");
            for (int round = 1; round <= 20; round++) {
                on.shift("alone", Duration.ofSeconds(1));
                onEveryNode(() -> {
                    on.firer().sweep();
                    try {
                        on.recurring.trigger("alone");
                    } catch (RecurringJobRefusedException e) {
                        // its job has not ended
                    }
                    return drain(on);
                });
                assertThat(jobs(on)).hasSize(1);
                on.sql.update("DELETE FROM baton_job");
            }
        }
    }

    /** A transaction of an application that stays open holds up its own schedule and no other. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_schedule_that_somebody_holds_keeps_no_other_from_its_tick(TestDatabase kind) throws Exception {
        try (RecurringOnDatabase on = new RecurringOnDatabase(kind)) {
            on.recurring.addNamed("held", HOURLY, "report");
            on.recurring.addNamed("other", HOURLY, "report");
            CountDownLatch locked = new CountDownLatch(1);
            CountDownLatch fired = new CountDownLatch(1);
            Future<?> holder = threads.submit(() -> new TransactionTemplate(new JdbcTransactionManager(on.dataSource))
                    .executeWithoutResult(status -> {
                        on.store.lock("held");
                        locked.countDown();
                        await(fired);
                    }));
            assertThat(locked.await(180, TimeUnit.SECONDS)).isTrue();
            FireSchedules firer = on.firer();
            assertThat(firer.sweep()).isZero();
            assertThat(firer.sweep()).isEqualTo(Duration.ofMillis(50));
            assertThat(jobs(on)).hasSize(1);
            on.unknownFor("other", Duration.ofMinutes(20));
            on.node(Set.of("report")).sweep();
            assertThat(on.schedule("other").knownAt())
                    .isAfter(on.schedule("other").now().minusSeconds(600));
            fired.countDown();
            holder.get(180, TimeUnit.SECONDS);
            drain(on);
            assertThat(jobs(on)).hasSize(2);
        }
    }

    /** A node whose code says nothing new starts beside a transaction of an application that stays open. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void a_schedule_that_somebody_holds_keeps_no_node_from_starting(TestDatabase kind) throws Exception {
        try (RecurringOnDatabase on = new RecurringOnDatabase(kind)) {
            on.node(Set.of("report"), declared("held", HOURLY), declared("other", HOURLY));
            CountDownLatch locked = new CountDownLatch(1);
            CountDownLatch started = new CountDownLatch(1);
            Future<?> holder = threads.submit(() -> new TransactionTemplate(new JdbcTransactionManager(on.dataSource))
                    .executeWithoutResult(status -> {
                        on.recurring.pause("held");
                        locked.countDown();
                        await(started);
                    }));
            assertThat(locked.await(180, TimeUnit.SECONDS)).isTrue();
            Future<?> node = threads.submit(
                    () -> on.node(Set.of("report"), declared("held", HOURLY), declared("other", HOURLY)));
            try {
                node.get(120, TimeUnit.SECONDS);
            } finally {
                started.countDown();
            }
            holder.get(180, TimeUnit.SECONDS);
            assertThat(on.schedule("held").paused()).isTrue();
        }
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(180, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
