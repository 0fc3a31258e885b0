package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.baton.JobDetails;
import io.baton.JobState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times are the database's, to the microsecond, and mean the same in every time zone. */
abstract class DueTimeContract extends VerbContract {

    @Test
    void a_job_due_now_is_ready() {
        JobDetails found = find(insert(job().due(Due.NOW)));
        assertThat(found.state()).isEqualTo(JobState.READY);
        assertThat(found.dueAt()).isCloseTo(found.enqueuedAt(), within(1, ChronoUnit.MINUTES));
    }

    @Test
    void a_job_due_after_no_time_or_less_is_ready() {
        assertThat(state(insert(job().dueIn(Duration.ZERO)))).isEqualTo(JobState.READY);
        assertThat(state(insert(job().dueIn(Duration.ofSeconds(-5))))).isEqualTo(JobState.READY);
    }

    @Test
    void a_job_due_after_a_while_is_scheduled_for_then() {
        JobDetails found = find(insert(job().dueIn(Duration.ofMinutes(10))));
        assertThat(found.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(found.dueAt())
                .isCloseTo(found.enqueuedAt().plus(Duration.ofMinutes(10)), within(1, ChronoUnit.MINUTES));
    }

    @Test
    void a_job_due_after_an_absurd_while_is_scheduled_too() {
        assertThat(state(insert(job().dueIn(Duration.ofSeconds(Long.MAX_VALUE)))))
                .isEqualTo(JobState.SCHEDULED);
    }

    @Test
    void a_job_due_at_a_time_that_passed_is_ready() {
        assertThat(state(insert(job().dueAt("2001-02-03T04:05:06Z")))).isEqualTo(JobState.READY);
        assertThat(state(insert(job().dueAt("1970-01-01T00:00:00Z")))).isEqualTo(JobState.READY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2038-01-19T03:14:08Z",
                "2040-03-31T01:30:00.123456Z",
                "2099-10-25T02:30:00Z",
                "2100-12-31T23:59:59.999999Z",
                "9998-12-31T12:00:00Z"
            })
    void a_job_due_in_the_future_is_scheduled_for_exactly_then(String time) {
        JobDetails found = find(insert(job().dueAt(time)));
        assertThat(found.state()).isEqualTo(JobState.SCHEDULED);
        assertThat(found.dueAt()).isEqualTo(Instant.parse(time));
    }

    @Test
    void the_zone_of_the_machine_does_not_matter() {
        Instant time = Instant.parse("2040-03-31T01:30:00.123456Z");
        TimeZone zone = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
            database().reconnect();
            long there = insert(job().due(new Due.At(time)));
            Instant enqueuedThere = find(there).enqueuedAt();
            TimeZone.setDefault(TimeZone.getTimeZone("America/Los_Angeles"));
            database().reconnect();
            assertThat(find(there).dueAt()).isEqualTo(time);
            assertThat(find(there).enqueuedAt()).isEqualTo(enqueuedThere);
            assertThat(find(insert(job())).enqueuedAt())
                    .isCloseTo(enqueuedThere, within(10, ChronoUnit.MINUTES))
                    .isCloseTo(Instant.now(), within(10, ChronoUnit.MINUTES));
        } finally {
            TimeZone.setDefault(zone);
            database().reconnect();
        }
    }

    @Test
    void the_hour_that_a_clock_change_doubles_is_two_hours() {
        TimeZone zone = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
            database().reconnect();
            for (String time : new String[] {"2040-10-28T00:30:00Z", "2040-10-28T01:30:00Z", "2040-03-25T01:30:00Z"}) {
                assertThat(find(insert(job().dueAt(time))).dueAt()).isEqualTo(Instant.parse(time));
            }
        } finally {
            TimeZone.setDefault(zone);
            database().reconnect();
        }
    }

    @Test
    void a_time_finer_than_a_microsecond_is_still_a_time() {
        Instant time = Instant.parse("2040-01-01T00:00:00.123456789Z");
        assertThat(find(insert(job().due(new Due.At(time)))).dueAt()).isCloseTo(time, within(1, ChronoUnit.MICROS));
    }
}
