package io.baton.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.JobRelations;
import io.baton.monitor.Monitor.Window;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.SliceImpl;

/** A search by what no index knows looks at so many jobs, and the next page goes on. */
class JobListTests {

    private static final long WINDOW = 100;

    private final List<JobFilter> asked = new ArrayList<>();

    private final JobResource resource = new JobResource(proxy(Jobs.class), proxy(Monitor.class));

    private <T> T proxy(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> switch (method.getName()) {
                    case "search" -> {
                        asked.add((JobFilter) arguments[0]);
                        yield new SliceImpl<>(List.of());
                    }
                    case "window" -> window((JobFilter) arguments[0]);
                    default -> throw new AssertionError(method);
                }));
    }

    private static Window window(JobFilter filter) {
        JobId before = filter.before();
        long after = (before == null ? 251 : before.value()) - 1 - WINDOW;
        return after <= 0 ? new Window(filter, null) : new Window(filter.after(new JobId(after)), new JobId(after + 1));
    }

    private @Nullable String next(Map<String, String> terms) {
        return resource.list(new Query(terms, terms.keySet()), Shown.ALL).next();
    }

    @Test
    void a_page_ends_after_scanning_enough_and_the_next_one_continues() {
        assertThat(next(Map.of("type", "rare"))).isEqualTo("151");
        assertThat(next(Map.of("type", "rare", "after", "151"))).isEqualTo("51");
        assertThat(next(Map.of("type", "rare", "after", "51"))).isNull();
        assertThat(asked)
                .extracting(JobFilter::after, JobFilter::before)
                .containsExactly(
                        tuple(new JobId(150), null), tuple(new JobId(50), new JobId(151)), tuple(null, new JobId(51)));
    }

    @Test
    void what_an_index_finds_is_asked_for_at_once() {
        assertThat(next(Map.of())).isNull();
        assertThat(next(Map.of("after", "200"))).isNull();
        assertThat(asked).extracting(JobFilter::after).containsOnlyNulls();
        assertThat(next(Map.of("state", "dead,ready"))).isEqualTo("151");
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.get(method.getName())));
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
        assertThat(new JobResource(jobs, monitor)
                        .list(new Query(terms, terms.keySet()), Shown.ALL)
                        .next())
                .isEqualTo("151");
    }

    @Test
    void a_reschedule_was_from_its_time_and_another_action_from_its_state() {
        JobDetails job = answering(JobDetails.class, Map.of("dueAt", Instant.EPOCH, "state", JobState.READY));
        JobResource found = new JobResource(
                answering(Jobs.class, Map.of("find", Optional.of(job))), answering(Monitor.class, Map.of()));
        assertThat(found.was("1", "reschedule")).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(found.was("1", "cancel")).isEqualTo("READY");
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
