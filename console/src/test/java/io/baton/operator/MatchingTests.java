package io.baton.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.baton.BatonException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.job.StateCode.States;
import io.baton.monitor.Monitor;
import io.baton.monitor.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.SliceImpl;

/** All of 3,000 jobs match, of which one call reads 1,200. */
class MatchingTests {

    private static final Instant NOW = Instant.parse("2027-01-31T22:00:00Z");
    private static final long WINDOW = 1_200;

    private final List<JobFilter> changed = new ArrayList<>();
    private final List<Object> times = new ArrayList<>();
    private int fails = Integer.MAX_VALUE;

    private final Resource resource = new MatchingResource(proxy(Jobs.class), proxy(Monitor.class));

    private <T> T proxy(Class<T> type) {
        return Answered.by(type, (method, arguments) -> switch (method) {
            case "now" -> NOW;
            case "window" -> window((JobFilter) arguments[0]);
            case "search" -> found((JobFilter) arguments[0], (Pageable) arguments[1]);
            case "rescheduleAll" -> {
                times.add(arguments[1]);
                yield change((JobFilter) arguments[0]);
            }
            case "reviveAll", "cancelAll" -> change((JobFilter) arguments[0]);
            default -> throw new AssertionError(method);
        });
    }

    private static long value(@Nullable JobId id, long otherwise) {
        return id == null ? otherwise : id.value();
    }

    private static Window window(JobFilter filter) {
        long last = value(filter.before(), 3_001) - 1;
        long after = Math.floorDiv(last - 601, WINDOW) * WINDOW + 600;
        return after <= 0 ? new Window(filter, null) : new Window(filter.after(new JobId(after)), new JobId(after + 1));
    }

    private static SliceImpl<JobDetails> found(JobFilter filter, Pageable page) {
        long id = value(filter.before(), 3_001) - 1 - page.getOffset();
        return new SliceImpl<>(id <= value(filter.after(), 0) ? List.of() : List.of(job(id)));
    }

    private static JobDetails job(long id) {
        return Answered.by(JobDetails.class, (method, arguments) -> new JobId(id));
    }

    private long change(JobFilter filter) {
        if (changed.size() == fails) {
            throw new QueryTimeoutException("of the moment");
        }
        changed.add(filter);
        return value(filter.before(), 3_001) - 1 - value(filter.after(), 0);
    }

    private Done change(String action, String value) {
        return resource.change("jobs", action, value, Shown.ALL);
    }

    @Test
    void each_call_changes_portions_and_the_next_one_goes_on() {
        Done first = change("revive", "type=a%26b+c");
        assertThat(first).isEqualTo(new Done("revive", "jobs", 1_700L, "type=a%26b+c&after=1301", null));
        assertThat(changed).hasSize(4).allSatisfy(each -> {
            assertThat(each.type()).isEqualTo("a&b c");
            assertThat(each.states()).containsExactly(JobState.DEAD);
        });
        Done last = change("revive", "type=a%26b+c&after=1301");
        assertThat(last).isEqualTo(new Done("revive", "jobs", 1_300L, null, null));
    }

    @Test
    void where_it_fails_halfway_it_returns_how_to_go_on() {
        fails = 2;
        Done done = change("cancel", "queue=q");
        assertThat(done.jobs()).isEqualTo(1_000);
        assertThat(done.next()).isEqualTo("queue=q&after=2001");
        assertThat(done.warning()).contains("failed", "log");
        fails = 0;
        changed.clear();
        assertThatThrownBy(() -> change("cancel", "queue=q")).isInstanceOf(QueryTimeoutException.class);
    }

    @Test
    void a_time_ago_stays_the_same_in_later_calls() {
        assertThat(change("reschedule", "since=1h&until=PT10M&to=5m").next())
                .isEqualTo("since=2027-01-31T21%3A00%3A00Z&until=2027-01-31T21%3A50%3A00Z&to=5m&after=1301");
        assertThat(times).containsOnly(Duration.ofMinutes(5));
        assertThat(changed.get(0).enqueuedFrom()).isEqualTo(NOW.minus(Duration.ofHours(1)));
        assertThat(changed.get(0).enqueuedUntil()).isEqualTo(NOW.minus(Duration.ofMinutes(10)));
        change("reschedule", "queue=q&to=2027-02-01T00:00:00Z");
        assertThat(times).contains(Instant.parse("2027-02-01T00:00:00Z"));
    }

    @Test
    void only_states_that_the_action_changes_are_searched() {
        change("cancel", "queue=q&after=2");
        change("cancel", "queue=q&state=dead,ready&after=2");
        change("cancel", "error=it+broke&after=2");
        change("reschedule", "key=order%3A4711&to=1m&after=2");
        assertThat(changed.get(3).key()).isEqualTo("order:4711");
        assertThat(change("revive", "state=ready&after=2")).isEqualTo(new Done("revive", "jobs", 0L, null, null));
        assertThat(changed)
                .extracting(JobFilter::states, JobFilter::errorContains)
                .containsExactly(
                        tuple(States.UNFINISHED, null),
                        tuple(Set.of(JobState.DEAD, JobState.READY), null),
                        tuple(States.LIVE, "it broke"),
                        tuple(States.TO_CLAIM, null));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            revive     | ''
            revive     | after=7
            revive     | type=
            revive     | odd=1
            revive     | type
            revive     | type=a&type=b
            revive     | type=%zz
            revive     | type=a&to=10m
            revive     | since=soon
            revive     | since=9999999999d
            reschedule | type=a
            reschedule | type=a&to=soon
            """)
    void what_says_too_little_or_too_much_is_refused(String action, String value) {
        assertThatThrownBy(() -> change(action, value)).isInstanceOfAny(RefusedException.class, BatonException.class);
        assertThat(changed).isEmpty();
    }

    @Test
    void masked_messages_are_not_found_by_their_text() {
        assertThatThrownBy(() -> resource.change("jobs", "revive", "error=card", Shown.MASKED))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("show-values");
        Query query = new Query(Map.of("error", "card"), JobTerms.ALL);
        assertThatThrownBy(() -> resource.list(query, Shown.MASKED))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("show-values");
        assertThat(changed).isEmpty();
    }

    @Test
    void nothing_else_is_changed_by_what_it_matches() {
        assertThatThrownBy(() -> resource.change("queues", "revive", "type=a", Shown.ALL))
                .isInstanceOf(RefusedException.class);
    }
}
