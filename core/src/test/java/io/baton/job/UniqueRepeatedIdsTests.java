package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Enqueued;
import io.baton.Enqueued.Outcome;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.OnDuplicate;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Where ids come again, as after a truncated table, no job has the key of another that had its id before. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase
class UniqueRepeatedIdsTests implements TestsOnDatabase {

    private static final io.baton.job.Outcome DEAD = new io.baton.job.Outcome.Dead("broken");

    @SuppressWarnings("NullAway.Init")
    private UniqueOnDatabase on;

    /** How long the key is held that is left. */
    enum Held {
        UNTIL_STARTED,
        UNTIL_FINISHED,
        FOR_A_DAY;

        private void options(JobOptions job) {
            switch (this) {
                case UNTIL_STARTED -> job.unique("mail:7");
                case UNTIL_FINISHED -> job.uniqueUntilFinished("mail:7");
                case FOR_A_DAY -> job.unique("mail:7", Duration.ofDays(1));
            }
        }
    }

    @Override
    public void open(TestDatabase kind) {
        on = new UniqueOnDatabase(kind);
    }

    @Override
    public void close() {
        on.close();
    }

    @BeforeEach
    void clear() {
        on.clear();
    }

    /** Removes a job by hand; its key is of that whose id comes next. */
    private void leave(long job) {
        on.sql.update("DELETE FROM baton_job WHERE id = ?", job);
        on.sql.update("UPDATE baton_unique SET dead_job = ? WHERE dead_job = ?", job + 1, job);
        on.sql.update("UPDATE baton_unique SET job_id = ? WHERE job_id = ?", job + 1, job);
    }

    private long stored(int number, Consumer<JobOptions> options) {
        Enqueued stored = on.mail(number, options);
        assertThat(stored.outcome()).isEqualTo(Outcome.CREATED);
        return stored.id().value();
    }

    /** Returns the job that has the id of one that held the key. */
    private long stranger(Held held, Consumer<JobOptions> options) {
        long gone = stored(1, held::options);
        leave(gone);
        long stranger = stored(2, options);
        assertThat(stranger).isEqualTo(gone + 1);
        return stranger;
    }

    @ParameterizedTest
    @EnumSource(names = {"UNTIL_STARTED", "UNTIL_FINISHED"})
    void a_job_without_a_key_holds_none(Held held) {
        long stranger = stranger(held, job -> {});

        long again = stored(3, held::options);
        assertThat(again).isNotEqualTo(stranger);
        assertThat(on.mail(4, held::options).id().value()).isEqualTo(again);
    }

    @ParameterizedTest
    @EnumSource
    void a_job_without_a_key_is_not_replaced(Held held) {
        long stranger = stranger(held, job -> {});

        Enqueued again = on.mail(3, job -> {
            held.options(job);
            job.onDuplicate(OnDuplicate.REPLACE);
        });
        assertThat(again.outcome()).isEqualTo(held == Held.FOR_A_DAY ? Outcome.KEPT : Outcome.CREATED);
        assertThat(on.payload(stranger)).contains("2");
    }

    @Test
    void a_key_is_not_held_by_a_running_job_without_one() {
        long gone = stored(1, Held.UNTIL_FINISHED::options);
        on.claimAndStart();
        leave(gone);
        stored(2, job -> {});
        on.claimAndStart();

        stored(3, Held.UNTIL_FINISHED::options);
    }

    @ParameterizedTest
    @EnumSource(
            value = OnDuplicate.class,
            names = {"KEEP", "REPLACE"})
    void a_job_with_another_key_holds_only_that(OnDuplicate choice) {
        Consumer<JobOptions> other = job -> job.uniqueUntilFinished("mail:8").onDuplicate(choice);
        long stranger = stranger(Held.UNTIL_FINISHED, other);

        assertThat(on.keys()).containsExactly("mail:8");
        stored(3, Held.UNTIL_FINISHED::options);
        assertThat(on.mail(4, other).id().value()).isEqualTo(stranger);
    }

    @ParameterizedTest
    @EnumSource(
            value = OnDuplicate.class,
            names = {"KEEP", "REPLACE"})
    void a_key_is_held_for_its_period_independently_of_other_keys(OnDuplicate choice) {
        long stranger = stranger(
                Held.FOR_A_DAY, job -> job.unique("mail:8", Duration.ofDays(1)).onDuplicate(choice));
        on.jobs.store.cancel(List.of(stranger));

        assertThat(on.mail(3, Held.FOR_A_DAY::options).outcome()).isEqualTo(Outcome.KEPT);
        on.sweep();
        assertThat(on.keys()).containsExactly("mail:7");
        on.expire();
        stored(4, Held.FOR_A_DAY::options);
    }

    @Test
    void the_id_that_a_key_had_is_told() {
        long stranger = stranger(Held.FOR_A_DAY, job -> job.unique("mail:8"));

        assertThat(on.mail(3, Held.FOR_A_DAY::options).id().value()).isEqualTo(stranger);
    }

    @Test
    void a_job_dies_whose_id_had_the_same_key_aside() {
        long gone = stored(1, Held.UNTIL_FINISHED::options);
        on.settle(on.claimAndStart(), DEAD);
        leave(gone);
        long again = stored(2, Held.UNTIL_FINISHED::options);
        assertThat(on.settle(on.claimAndStart(), DEAD)).isEqualTo(Settled.DONE);

        assertThat(on.rows()).isEqualTo(1);
        assertThat(on.jobs.store.revive(List.of(again))).isEqualTo(1);
        assertThat(on.keys()).containsExactly("mail:7");
    }

    @Test
    void a_dead_job_takes_its_key_back_from_a_job_without_one() {
        long dead = stored(1, Held.UNTIL_FINISHED::options);
        on.settle(on.claimAndStart(), DEAD);
        stranger(Held.UNTIL_FINISHED, job -> {});

        assertThat(on.jobs.store.revive(List.of(dead))).isEqualTo(1);
        assertThat(on.jobs.state(dead)).isEqualTo(JobState.READY);
        assertThat(on.mail(3, Held.UNTIL_FINISHED::options).id().value()).isEqualTo(dead);
    }

    @Test
    void keys_that_were_left_to_jobs_without_are_swept() {
        Stream.of(Held.UNTIL_STARTED, Held.UNTIL_FINISHED).forEach(held -> {
            on.clear();
            stranger(held, job -> {});
            on.sweep();
            assertThat(on.rows()).isZero();
        });
    }
}
