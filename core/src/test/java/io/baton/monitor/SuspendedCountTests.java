package io.baton.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.job.ShareNames;
import io.baton.testing.OnEachDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs that wait in their steps are counted by queue, up to a bound and by no statement of their own. */
@OnEachDatabase
class SuspendedCountTests extends DiagnosedRows {

    private List<QueueStatus> queues() {
        return new Monitor(database, Calendars.NONE).queues();
    }

    @Test
    void jobs_that_wait_are_counted_once_and_only_while_they_wait() {
        long twice = suspended(job(WAITING, -5), "approved", AWAIT, 600);
        suspended(twice, "cool-off", SLEEP, 60);
        suspended(set(job(WAITING, -5), "queue = '" + ShareNames.of("mails", "acme") + "'"), "approved", AWAIT, 600);
        suspended(set(job(WAITING, -5), "queue = 'others'"), "approved", AWAIT, -5);
        suspended(set(job(DEAD, -5), "died_at = " + now()), "approved", AWAIT, 600);
        suspended(4_711_000_000L, "of a job that was cancelled", AWAIT, 600);
        assertThat(queues())
                .extracting(
                        QueueStatus::queue,
                        QueueStatus::suspended,
                        QueueStatus::ready,
                        QueueStatus::claimed,
                        QueueStatus::dead,
                        QueueStatus::oldestDue)
                .containsExactly(tuple("mails", 2L, 0L, 0L, 1L, null), tuple("others", 1L, 0L, 0L, 0L, null));
    }

    @Test
    void more_jobs_than_are_counted_stand_for_more() {
        String columns = "type, queue, job_rank, due_at, state, attempt, created_at";
        job(WAITING, -5);
        for (int doubling = 0; doubling < 17; doubling++) {
            database.update("INSERT INTO baton_job (" + columns + ") SELECT " + columns + " FROM baton_job");
        }
        database.update("INSERT INTO baton_step (job_id, name, kind, state, attempt, began_at, until_at)"
                + " SELECT id, 'approved', 3, 2, 1, due_at, due_at FROM baton_job");
        new Monitor(new Database(statements, null), Calendars.NONE).queues();
        int full = statements.taken();
        assertThat(queues()).singleElement().extracting(QueueStatus::suspended).isEqualTo(100_001L);
        clear();
        new Monitor(new Database(statements, null), Calendars.NONE).queues();
        assertThat(statements.taken()).as("statements without waits").isEqualTo(full);
    }
}
