package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** A cursor, and claims of a given cost. */
abstract class ClaimCursorFixture {

    static final long MILLI = 1_000_000;
    static final long SECOND = 1_000 * MILLI;
    static final long FAST = MILLI;
    static final long SLOW = 40 * MILLI;
    static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

    final ClaimCursor cursor = new ClaimCursor();
    long now = -5 * SECOND;

    static ClaimedJob job(int priority, Instant dueAt) {
        return ClaimedJobs.plain(1, new UUID(0, 0), "work", "q", priority, 1, 0, null, Instant.EPOCH, dueAt, null);
    }

    static List<ClaimedJob> jobs(int count) {
        return Collections.nCopies(count, job(0, NOON));
    }

    void readFront(long cost, ClaimedJob... jobs) {
        cursor.readFront(Arrays.asList(jobs), jobs.length + 1, cost, now);
    }

    void readFront(List<ClaimedJob> jobs, long cost) {
        cursor.readFront(jobs, jobs.size(), cost, now);
    }

    /** On marks, with the last look at the front just taken. */
    void onMarks(long cost, ClaimedJob... jobs) {
        cursor.readMarked(jobs(5_000), 5_000);
        readFront(cost, jobs);
        readFront(cost, jobs);
        readFront(cost, jobs);
        assertThat(cursor.fromFront(now))
                .as("the next claim starts at the front")
                .isFalse();
    }

    void assertThatTheFrontIsLookedAtEvery(long nanos) {
        assertThat(cursor.fromFront(now + nanos - 1)).isFalse();
        assertThat(cursor.fromFront(now + nanos)).isTrue();
    }
}
