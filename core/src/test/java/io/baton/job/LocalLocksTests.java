package io.baton.job;

import static io.baton.job.JobDraft.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.Flow;
import io.baton.JobContext;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * With Galera and Group Replication a lock of a row holds on one server, and of two transactions that rely on it one fails when it commits only if
 * both have written the row. So each of them writes it.
 */
@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MYSQL})
class LocalLocksTests extends WithFlows {

    @Test
    void an_admission_that_gives_permits_writes_the_row_of_its_semaphore(TestDatabase kind) {
        try (LimitedOnDatabase limited = new LimitedOnDatabase(kind)) {
            limited.define("a", 1);
            limited.insert(job(), "a");
            limited.unusedForLong();

            assertThat(limited.admit("a").jobs()).isEqualTo(1);
            assertThat(unused(limited)).isZero();

            limited.insert(job(), "a");
            limited.unusedForLong();
            assertThat(limited.admit("a").jobs()).as("none is free").isZero();
            assertThat(unused(limited)).as("nothing was given").isEqualTo(1);
        }
    }

    @Test
    void a_fold_after_which_a_group_has_ended_writes_the_batch() {
        Batch batch = on.batches.open();
        batch.addJobs(items(2));
        batch.addJobs(items(1));
        batch.seal();
        String sealed = active(batch);
        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(active(batch)).as("its group has another item").isEqualTo(sealed);

        on.end(1, Outcome.Completed.PLAIN);
        on.fold();
        assertThat(batch.status().remaining()).isEqualTo(1);
        assertThat(active(batch)).isNotEqualTo(sealed);
    }

    @Test
    void a_fold_of_a_death_or_a_revival_writes_the_batch() {
        Batch batch = on.batches.open();
        batch.addJobs(items(2));
        batch.seal();
        String sealed = active(batch);
        on.end(1, dead());
        on.fold();

        assertThat(batch.status().dead()).isEqualTo(1);
        String died = active(batch);
        assertThat(died).isNotEqualTo(sealed);

        on.jobs.store.revive(on.states(5));
        on.fold();
        assertThat(batch.status().dead()).isZero();
        assertThat(active(batch)).isNotEqualTo(died);
    }

    @Test
    void a_running_job_that_adds_to_its_step_writes_the_flow() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Item(2)));
        JobContext member = on.context(on.jobs.claimOne());
        String started = active(flow);
        on.flows.addJobs(member, List.of(new Item(3)));
        String added = active(flow);
        on.flows.startWithin(member, Flow.of(new Item(4)));

        assertThat(added).isNotEqualTo(started);
        assertThat(active(flow)).isNotEqualTo(added);
    }

    @Test
    void a_start_writes_the_key_of_a_job_that_had_started_before(TestDatabase kind) {
        try (UniqueOnDatabase unique = new UniqueOnDatabase(kind)) {
            unique.mail(1, job -> job.uniqueUntilFinished("a"));
            // as when an enqueue held the key while the job was retried
            unique.sql.update("UPDATE baton_unique SET started = TRUE");
            List<Integer> before = unique.sql.queryForList("SELECT asked FROM baton_unique", Integer.class);
            unique.claimAndStart();

            assertThat(unique.sql.queryForList("SELECT asked FROM baton_unique", Integer.class))
                    .isNotEqualTo(before);
        }
    }

    private String active(Batch batch) {
        return requireNonNull(on.sql.queryForObject(
                "SELECT CAST(active_at AS char) FROM baton_batch WHERE id = ?",
                String.class,
                batch.id().value()));
    }

    private static int unused(LimitedOnDatabase limited) {
        Integer rows = limited.sql.queryForObject(
                "SELECT COUNT(*) FROM baton_limit WHERE used_at < '2021-01-01 00:00:00'", Integer.class);
        return rows == null ? 0 : rows;
    }
}
