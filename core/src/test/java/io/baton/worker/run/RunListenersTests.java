package io.baton.worker.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunListenersTests {

    private static final ClaimedJob JOB = ClaimedJobs.plain(1, "mail", "mails");

    private record Listening(List<String> told, boolean fails) implements RunListener {

        @Override
        public void started(ClaimedJob job, Duration waited) {
            tell("started");
        }

        @Override
        public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
            tell("ended");
        }

        private void tell(String event) {
            told.add(event);
            if (fails) {
                throw new IllegalArgumentException("a meter of this name has another type");
            }
        }
    }

    @Test
    void an_exception_of_the_meter_registry_reaches_neither_run_nor_listeners() {
        List<String> told = new ArrayList<>();
        for (RunListener listener : List.of(
                new RunListeners(List.of(), List.of(new Listening(told, true))),
                new RunListeners(List.of(), List.of(new Listening(told, true), new Listening(told, false))))) {
            assertThatNoException().isThrownBy(() -> {
                listener.started(JOB, Duration.ZERO);
                listener.ended(JOB, RunOutcome.COMPLETED, Duration.ZERO);
            });
        }
        assertThat(told).containsExactly("started", "ended", "started", "started", "ended", "ended");
    }
}
