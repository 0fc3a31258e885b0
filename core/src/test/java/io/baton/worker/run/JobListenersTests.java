package io.baton.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobListener;
import io.baton.JobRun;
import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.Outcome;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Who is told of which runs, and what a listener cannot break. */
@ExtendWith(OutputCaptureExtension.class)
class JobListenersTests {

    private final List<String> told = new ArrayList<>();
    private long now;

    private final JobListener noting = new JobListener() {

        @Override
        public void started(JobRun run) {
            told.add("started " + run.id() + " " + run.type() + " " + run.queue() + " " + run.attempt());
        }

        @Override
        public void ended(JobRun run, RunOutcome outcome, Duration duration) {
            told.add("ended " + run.id() + " " + outcome + " " + duration.toSeconds() + " s");
        }
    };

    private final JobListener failing = new JobListener() {

        @Override
        public void started(JobRun run) {
            throw new IllegalStateException("secret");
        }

        @Override
        public void ended(JobRun run, RunOutcome outcome, Duration duration) {
            throw new StackOverflowError("secret");
        }
    };

    private static ClaimedJob job(long id) {
        return ClaimedJobs.plain(id, UUID.randomUUID(), "work", "q", 0, 2, 0, null, Instant.EPOCH, Instant.EPOCH, "{}");
    }

    private ActiveRun run(RunListener listener, ClaimedJob... jobs) {
        return new ActiveRun(List.of(jobs), Thread.currentThread(), thread -> false, listener, () -> now, claim -> 0);
    }

    @Test
    void every_job_that_was_started_ends_once_and_no_other() {
        ClaimedJob started = job(1);
        ClaimedJob busy = job(2);
        ActiveRun run = run(new RunListeners(List.of(noting), List.of()), started, busy);
        run.begin();
        run.started(List.of(started), now);
        now += Duration.ofSeconds(3).toNanos();
        run.end();
        run.notifyEnded(run.results(new Outcome.Retried(Duration.ZERO, "it broke")));
        assertThat(told).containsExactly("started 1 work q 2", "ended 1 RETRIED 3 s");
    }

    @Test
    void a_run_ending_after_its_worker_was_lost_is_always_lost() {
        ClaimedJob job = job(1);
        ActiveRun run = run(new RunListeners(List.of(noting), List.of()), job);
        run.started(List.of(job), now);
        run.stop(StopReason.LOST);
        run.end();
        run.notifyEnded(run.results(Outcome.Completed.PLAIN));
        assertThat(told).last().asString().startsWith("ended 1 LOST");
    }

    /** Such as when its worker ends while its payload is read. */
    @Test
    void a_run_that_ended_before_its_handler_had_its_time_took_none() {
        ClaimedJob job = job(1);
        now = Duration.ofDays(3).toNanos();
        ActiveRun run = run(new RunListeners(List.of(noting), List.of()), job);
        run.end();
        run.begin();
        run.started(List.of(job), now);
        run.notifyEnded(run.results(Outcome.Interrupted.PLAIN));
        assertThat(told).last().asString().endsWith(" 0 s");
    }

    @Test
    void a_listeners_exception_is_logged_and_hinders_neither_run_nor_others(CapturedOutput output) {
        RunListener listeners = new RunListeners(List.of(failing, noting), List.of());
        listeners.started(job(1), Duration.ZERO);
        listeners.ended(job(1), RunOutcome.COMPLETED, Duration.ofSeconds(1));
        assertThat(told).containsExactly("started 1 work q 2", "ended 1 COMPLETED 1 s");
        assertThat(output).contains("failed at a run of job 1 (work)", "IllegalStateException");
        assertThat(output).doesNotContain("secret");
    }

    @Test
    void a_listener_that_always_fails_is_told_of_once_a_minute(CapturedOutput output) {
        RunListener listeners = new RunListeners(List.of(failing), List.of());
        for (int run = 0; run < 500; run++) {
            listeners.started(job(run), Duration.ZERO);
            listeners.ended(job(run), RunOutcome.COMPLETED, Duration.ofSeconds(1));
        }
        assertThat(output.getOut().split("Correct the listener", -1)).hasSizeLessThan(10);
    }
}
