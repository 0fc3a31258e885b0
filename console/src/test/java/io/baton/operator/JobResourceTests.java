package io.baton.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.SignalResult;
import io.baton.Signals;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.JobRelations;
import io.baton.monitor.Window;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.domain.SliceImpl;

/** How jobs and queues are searched and shown, and from which value they change. */
class JobResourceTests {

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return Answered.by(type, (method, arguments) -> answers.get(method));
    }

    @Test
    void labels_are_terms_whose_values_may_have_an_equals_sign() {
        Query query = new Query(Map.of("label", "customer=a=b", "state", "dead"), JobTerms.ALL);
        assertThat(new JobTerms(answering(Monitor.class, Map.of())).filter(query, Shown.ALL))
                .isEqualTo(JobFilter.all().states(Set.of(JobState.DEAD)).label("customer", "a=b"));
    }

    @Test
    void a_page_that_is_just_full_goes_on_in_the_next_window() {
        JobDetails job = answering(JobDetails.class, Map.of("id", new JobId(200), "priority", 0, "attempts", 0));
        Jobs jobs = answering(Jobs.class, Map.of("search", new SliceImpl<>(List.of(job))));
        Monitor monitor = answering(Monitor.class, Map.of("window", new Window(JobFilter.all(), new JobId(151))));
        Map<String, String> terms = Map.of("type", "rare", "limit", "1");
        assertThat(new JobResource(jobs, answering(Signals.class, Map.of()), monitor)
                        .list(new Query(terms, terms.keySet()), Shown.ALL)
                        .next())
                .isEqualTo("151");
    }

    @Test
    void a_reschedule_was_from_its_time_and_another_action_from_its_state() {
        JobDetails job = answering(JobDetails.class, Map.of("dueAt", Instant.EPOCH, "state", JobState.READY));
        JobResource found = new JobResource(
                answering(Jobs.class, Map.of("find", Optional.of(job))),
                answering(Signals.class, Map.of()),
                answering(Monitor.class, Map.of()));
        assertThat(found.was("1", "reschedule")).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(found.was("1", "cancel")).isEqualTo("READY");
    }

    private static Done signal(List<Object> sent, SignalResult result, String value) {
        Signals signals = new Signals() {
            @Override
            public SignalResult send(JobId job, String name, Object value, String messageId) {
                sent.addAll(List.of(job.value(), name, value));
                return result;
            }

            @Override
            public SignalResult sendToKey(String type, String key, String name, Object value, String messageId) {
                throw new AssertionError(key);
            }
        };
        return new JobResource(answering(Jobs.class, Map.of()), signals, answering(Monitor.class, Map.of()))
                .change("7", "signal", value, Shown.MASKED);
    }

    @Test
    void a_signal_has_a_name_and_a_value_that_is_json() {
        List<Object> sent = new ArrayList<>();
        assertThat(signal(sent, SignalResult.DELIVERED, "approved").warning()).isNull();
        assertThat(signal(sent, SignalResult.STORED, "sum of it = 1.50").warning())
                .contains("does not wait");
        signal(sent, SignalResult.DELIVERED, "decided={\"by\": \"a=b\", \"cents\": 12345678901234567890}");
        assertThat(sent)
                .containsExactly(
                        7L,
                        "approved",
                        true,
                        7L,
                        "sum of it",
                        1.5,
                        7L,
                        "decided",
                        Map.of("by", "a=b", "cents", new BigInteger("12345678901234567890")));
        JobResource resource = new JobResource(
                answering(Jobs.class, Map.of()),
                answering(Signals.class, Map.of()),
                answering(Monitor.class, Map.of()));
        assertThat(resource.kept("signal", "decided={\"card\": 4711}"))
                .as("the value is a payload")
                .isEqualTo("decided");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    400 | DELIVERED | approved=
                    400 | DELIVERED | approved=null
                    400 | DELIVERED | approved={"by": "ann"
                    400 | DELIVERED | approved=true false
                    404 | UNKNOWN   | approved
                    409 | TOO_LATE  | approved""")
    void a_signal_that_nothing_takes_is_refused(int status, SignalResult result, String value) {
        assertThatThrownBy(() -> signal(new ArrayList<>(), result, value))
                .isInstanceOfSatisfying(RefusedException.class, refusal -> assertThat(refusal.status())
                        .isEqualTo(status));
    }

    @Test
    void a_pause_was_until_its_end() {
        Instant end = Instant.parse("2027-01-31T22:00:00Z");
        assertThat(new QueueResource(
                                answering(Monitor.class, Map.of("pausedUntil", end)), answering(Jobs.class, Map.of()))
                        .was("q", "resume"))
                .isEqualTo(end.toString());
    }

    @Test
    void results_and_errors_that_begin_with_a_name_are_masked() {
        JobDetails job = answering(
                JobDetails.class,
                Map.of(
                        "priority",
                        0,
                        "attempts",
                        0,
                        "result",
                        "card 4711",
                        "error",
                        "ada.lovelace refused",
                        "failedAttempts",
                        List.of()));
        FoundJob masked = FoundJob.of(job, Shown.MASKED, new JobRelations(null, false, null, List.of(), null, null));
        assertThat(masked.result()).isEqualTo("******");
        assertThat(masked.error()).isEqualTo("******");
    }
}
