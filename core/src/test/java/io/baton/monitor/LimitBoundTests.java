package io.baton.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.RateLimitDetails;
import io.baton.SemaphoreDetails;
import io.baton.calendar.Calendars;
import io.baton.job.Ties;
import io.baton.monitor.Monitor.LimitUse;
import io.baton.permit.PermitStore;
import io.baton.testing.OnEachDatabase;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

/** A limit with more waiting jobs than are counted. */
@OnEachDatabase
class LimitBoundTests extends DiagnosedRows {

    @Test
    void jobs_that_hold_or_wait_are_counted_up_to_a_bound() {
        semaphore("smtp", "smtp", 50_000L);
        rate("~api");
        jobs("smtp", 2);
        jobs("smtp", 1);
        jobs("~api", 1);

        PermitStore store = new PermitStore(database);
        Comparator<JobId> byId = Comparator.comparingLong(JobId::value);
        SemaphoreDetails semaphore = store.find("smtp").orElseThrow();
        assertThat(semaphore.held()).isEqualTo(SemaphoreDetails.MOST_COUNTED);
        assertThat(semaphore.waiting()).isEqualTo(SemaphoreDetails.MOST_COUNTED);
        assertThat(semaphore.holders()).hasSize(SemaphoreDetails.MOST).isSortedAccordingTo(byId);
        assertThat(semaphore.waiters()).hasSize(SemaphoreDetails.MOST).isSortedAccordingTo(byId);
        RateLimitDetails rate = store.findRate("~api").orElseThrow();
        assertThat(rate.waiting()).isEqualTo(SemaphoreDetails.MOST_COUNTED);

        for (long permits = 16_384; permits < QueueCounts.MOST_COUNTED; permits *= 2) {
            database.update(
                    "INSERT INTO baton_permit (job_id, name, position, state, place, queue, job_rank, due_at)"
                            + " SELECT job_id + ?, name, position, state, place, queue, job_rank, due_at FROM baton_permit",
                    1_000_000 * permits);
        }
        assertThat(new Monitor(database, Calendars.NONE).sample().limits())
                .containsExactlyInAnyOrder(
                        new LimitUse("smtp", 50_000, QueueCounts.MOST_COUNTED, QueueCounts.MOST_COUNTED),
                        new LimitUse("api", null, 0, QueueCounts.MOST_COUNTED));
    }

    private void jobs(String limit, int state) {
        String columns = "type, queue, job_rank, due_at, state, attempt, created_at, ties";
        set(job(BLOCKED, -5), "ties = " + Ties.LIMITS + ", queue = 'fresh'");
        for (int doubling = 0; doubling < 14; doubling++) {
            database.update("INSERT INTO baton_job (" + columns + ") SELECT " + columns
                    + " FROM baton_job WHERE queue = 'fresh'");
        }
        database.update("INSERT INTO baton_permit (job_id, name, position, state, place, queue, job_rank, due_at)"
                + " SELECT id, '" + limit + "', 0, " + state
                + ", 0, queue, job_rank, due_at FROM baton_job WHERE queue = 'fresh'");
        database.update("UPDATE baton_job SET queue = 'mails' WHERE queue = 'fresh'");
    }
}
