package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Enqueued;
import io.baton.enqueue.Enqueuer;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Test;

@OnEachDatabase(TestDatabase.POSTGRES)
class PostgresUniqueTests extends UniqueTests {

    @Test
    void one_alone_is_one_statement() {
        assertThat(statementsOfOne()).containsOnly(1);
    }

    /** Looking for the sequence of a column costs the server more than taking the key. */
    @Test
    void the_sequence_of_ids_is_looked_for_once() {
        assertThat(textsOfTwo())
                .filteredOn(sql -> sql.contains("pg_get_serial_sequence"))
                .hasSize(1);
    }

    /** What the owner of the tables may, others may not, unless they are told: to draw an id of a job that is not stored yet. */
    @Test
    void a_user_who_may_not_draw_ids_has_unique_jobs_as_well() {
        Enqueuer clerk = throughUser("clerk_without_ids");
        Enqueued first = clerk.enqueue(new UniqueOnDatabase.Mail(1), job -> job.unique("mail:7"));
        assertThat(first.isCreated()).isTrue();
        assertThat(clerk.enqueue(new UniqueOnDatabase.Mail(2), job -> job.unique("mail:7")))
                .isEqualTo(new Enqueued(first.id(), Enqueued.Outcome.KEPT));
    }
}
