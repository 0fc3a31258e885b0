package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.job.Capability.TransitionStep;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.testing.TestDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** H2 locks nothing of what sweepers select: what others do between a selection and what is written after it counts. */
class H2SweepRaceTests {

    private static final int TIE = 8192;

    private static final int UNDOING = Ties.STEPS + Ties.UNDOING;

    private final List<Transition> followed = new ArrayList<>();
    private final StoreOnDatabase database = new StoreOnDatabase(TestDatabase.H2);
    private boolean refusing;

    @AfterEach
    void close() {
        database.close();
    }

    /** Runs this once before the first statement like that. */
    private final class Between extends DelegatingDataSource {

        private final Predicate<String> statement;
        private final Runnable action;
        private boolean over;

        private Between(Predicate<String> statement, Runnable action) {
            super(database.dataSource);
            this.statement = statement;
            this.action = action;
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        if (!over
                                && method.getName().equals("prepareStatement")
                                && statement.test((String) arguments[0])) {
                            over = true;
                            action.run();
                        }
                        try {
                            return method.invoke(connection, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getTargetException();
                        }
                    });
        }
    }

    private <T> T on(Between dataSource, Function<JobStore, T> verb) {
        JobStore store = JobStore.on(new Database(dataSource, null), TestedStore.KEEP_ALL);
        T answer = new OwnTransactions(dataSource).run(() -> verb.apply(store));
        assertThat(dataSource.over).as("it came in between").isTrue();
        return answer;
    }

    private static boolean takesBack(String sql) {
        return sql.contains("UPDATE baton_job") && sql.contains("attempt - 1");
    }

    private ClaimedJob claimedBy(long worker) {
        database.insert(job());
        return database.store
                .claim(new Claim("q", UUID.randomUUID(), worker, 1, null))
                .jobs()
                .get(0);
    }

    private void dies(long worker) {
        database.sql.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", worker);
    }

    @Test
    void a_job_claimed_by_another_worker_meanwhile_is_not_reclaimed() {
        long dead = database.register("dead", "q");
        ClaimedJob stale = claimedBy(dead);
        dies(dead);
        List<ClaimedJob> current = new ArrayList<>();
        Between between = new Between(H2SweepRaceTests::takesBack, () -> {
            database.settle(stale, new Outcome.Retried(Duration.ZERO, "late"));
            current.add(database.claimOne());
        });
        assertThat(on(between, store -> store.unlock(dead, 10)).jobs()).isZero();
        assertThat(database.settle(current.get(0), Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
    }

    @Test
    void so_is_a_stray() {
        long gone = database.register("gone", "q");
        ClaimedJob stale = claimedBy(gone);
        database.sql.update("DELETE FROM baton_worker WHERE id = ?", gone);
        List<ClaimedJob> current = new ArrayList<>();
        Between between = new Between(H2SweepRaceTests::takesBack, () -> {
            database.settle(stale, new Outcome.Retried(Duration.ZERO, "late"));
            current.add(database.claimOne());
        });
        assertThat(on(between, store -> store.unlockStrays(10)).jobs()).isZero();
        assertThat(database.settle(current.get(0), Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
    }

    @Test
    void a_job_that_somebody_cancelled_meanwhile_is_cancelled_and_not_dead() {
        long dead = database.register("dead", "q");
        ClaimedJob job = claimedBy(dead);
        database.crashed(5);
        dies(dead);
        Between between = new Between(H2SweepRaceTests::takesBack, () -> database.store.cancel(List.of(job.id())));
        assertThat(on(between, store -> store.unlock(dead, 10)).dead()).isEmpty();
        database.store.unlock(dead, 10);
        assertThat(database.state(job.id())).isEqualTo(JobState.CANCELLED);
    }

    private static boolean locksOrWrites(String sql) {
        return sql.contains("baton_job") && (sql.startsWith("UPDATE") || sql.contains("FOR UPDATE"));
    }

    private ClaimedJob undoableBy(long worker) {
        ClaimedJob job = claimedBy(worker);
        database.store.save(job.fence(), Steps.withUndo(Steps.done("charge", "1")));
        return job;
    }

    private void end(ClaimedJob job, Outcome outcome) {
        assertThat(database.store.settle(List.of(new Settlement(job.fence(), outcome, true, null))))
                .containsValue(Settled.DONE);
    }

    private int bits() {
        return database.claimOne().ties().bits() & ~Ties.STEPS_WRITTEN;
    }

    @Test
    void what_is_undone_already_is_not_undone_twice() {
        long dead = database.register("dead", "q");
        ClaimedJob job = undoableBy(dead);
        database.crashed(5);
        dies(dead);
        Between between = new Between(H2SweepRaceTests::locksOrWrites, () -> end(job, new Outcome.Dead("it broke")));
        assertThat(on(between, store -> store.unlock(dead, 10)).dead()).isEmpty();
        assertThat(bits()).isEqualTo(UNDOING);
    }

    @Test
    void what_is_cancelled_and_undone_already_is_not_undone_twice() {
        long dead = database.register("dead", "q");
        ClaimedJob job = undoableBy(dead);
        database.store.cancel(List.of(job.id()));
        dies(dead);
        Between between = new Between(
                H2SweepRaceTests::locksOrWrites, () -> end(job, new Outcome.Retried(Duration.ZERO, "it broke")));
        on(between, store -> store.unlock(dead, 10));
        assertThat(bits()).isEqualTo(UNDOING + Ties.UNDO);
    }

    @Test
    void what_goes_on_elsewhere_meanwhile_is_not_undone() {
        long dead = database.register("dead", "q");
        ClaimedJob job = undoableBy(dead);
        database.crashed(5);
        dies(dead);
        Between between = new Between(
                H2SweepRaceTests::locksOrWrites, () -> end(job, new Outcome.Retried(Duration.ZERO, "it limped")));
        on(between, store -> store.unlock(dead, 10));
        assertThat(bits()).isEqualTo(Ties.STEPS + Ties.UNDO);
    }

    private JobStore following(DataSource dataSource) {
        Capability capability = with -> new TransitionStep() {

            @Override
            public int tie() {
                return TIE;
            }

            @Override
            public void follow(Transition transition, List<TiedJob> jobs) {
                followed.add(transition);
            }

            @Override
            public Set<Long> refused(Transition transition, List<TiedJob> jobs) {
                return refusing ? Set.of(jobs.get(0).id()) : Set.of();
            }
        };
        return JobStore.on(
                new Database(dataSource, null), TestedStore.KEEP_ALL, List.of(capability), InsertObserver.NONE);
    }

    private long tied(JobDraft job) {
        long id = database.insertOverdue(job, "2020-01-01 00:00:00");
        database.sql.update("UPDATE baton_job SET ties = ? WHERE id = ?", TIE, id);
        return id;
    }

    @Test
    void what_another_node_has_promoted_meanwhile_is_followed_there_only() {
        long id = tied(job());
        Between between = new Between(
                sql -> sql.contains("FOR UPDATE") || sql.startsWith("UPDATE baton_job"),
                () -> database.store.promoteDue(10));
        JobStore store = following(between);
        assertThat(new OwnTransactions(between).run(() -> store.promoteDue(10)).promoted())
                .isZero();
        assertThat(between.over).isTrue();
        assertThat(database.state(id)).isEqualTo(JobState.READY);
        assertThat(followed).isEmpty();
    }

    @Test
    void nothing_follows_what_one_of_two_capabilities_has_refused() {
        long id = tied(job());
        refusing = true;
        JobStore store = following(database.dataSource);
        assertThat(database.transactions.run(() -> store.promoteDue(10)).promoted())
                .isZero();
        assertThat(database.state(id)).isEqualTo(JobState.SCHEDULED);
        assertThat(followed).isEmpty();
    }
}
