package io.baton.worker.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.ReadyJobs;
import io.baton.worker.claim.QueueWatch.TypeFilters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a claim loop does where there are jobs of types that it does not know. */
@ExtendWith(OutputCaptureExtension.class)
class UnknownTypesTests extends ClaimLoopFixture {

    private void meetsUnknownType() {
        claimed = jobs(1, "strange");
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        claimed = List.of();
        passes(Duration.ofMillis(20));
        done.clear();
    }

    @Test
    void jobs_of_unknown_types_are_given_back_and_others_run() {
        List<ClaimedJob> both = new ArrayList<>(jobs(1));
        both.addAll(jobs(2, "strange"));
        claimed = both;
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(settler.unsettled()).isEqualTo(2);
        assertThat(Objects.requireNonNull(lanes.get("a")).next())
                .extracting(ClaimedJob::type)
                .containsExactly("work");
    }

    @Test
    void after_an_unknown_type_only_known_types_are_requested_for_a_while() {
        meetsUnknownType();
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        inbox.jobsAvailable(ReadyJobs.of("b", 7));
        claims.turn();
        assertThat(done).contains("claim a [work]", "claim b");
        done.clear();

        passes(Duration.ofMinutes(10));
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        assertThat(done).contains("claim a");
    }

    @Test
    void claims_skipping_many_jobs_take_little_time_however_often_announced() {
        meetsUnknownType();
        costNanos = Duration.ofMillis(100).toNanos();
        int turns = 0;
        for (Duration time = Duration.ZERO; time.toSeconds() < 30; time = time.plusMillis(10)) {
            publisher.jobsAvailable(ReadyJobs.of("a", 7));
            claims.turn();
            passes(Duration.ofMillis(10));
            turns++;
        }
        assertThat(turns).isEqualTo(3_000);
        assertThat(done).filteredOn(each -> each.startsWith("claim a")).hasSizeBetween(9, 12);
        assertThat(elsewhere.takeReady()).as("others may know them").isNotEmpty();
    }

    @Test
    void claims_that_find_all_they_want_need_no_pause() {
        meetsUnknownType();
        claimed = jobs(10);
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        assertThat(claims.turn()).isZero();
    }

    @Test
    void what_was_announced_during_a_pause_is_looked_for_after_it() {
        meetsUnknownType();
        costNanos = Duration.ofMillis(10).toNanos();
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        claims.turn();
        done.clear();
        inbox.jobsAvailable(ReadyJobs.of("a", 7));
        assertThat(claims.turn()).isEqualTo(Duration.ofMillis(300));
        assertThat(done).doesNotContain("claim a [work]");
        passes(Duration.ofMillis(300));
        claims.turn();
        assertThat(done).contains("claim a [work]");
    }

    @Test
    void a_type_is_logged_once_a_minute(CapturedOutput output) {
        AtomicLong nanos = new AtomicLong();
        TypeFilters filters = new TypeFilters(Set.of("work"), nanos::get);
        for (int second = 0; second < 180; second++) {
            filters.met("q", List.of(ClaimedJobs.plain(1, "odd", "q")));
            nanos.addAndGet(1_000_000_000);
        }
        assertThat(output.toString().lines().filter(line -> line.contains("'odd'")))
                .hasSize(3);
    }
}
