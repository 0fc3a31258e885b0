package io.baton.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.Signals;
import io.baton.monitor.Monitor;
import io.baton.monitor.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.SliceImpl;

/** A search by what no index knows looks at so many jobs, and the next page goes on. */
class JobListTests {

    private static final long WINDOW = 100;

    private final List<JobFilter> asked = new ArrayList<>();

    private final JobResource resource = new JobResource(proxy(Jobs.class), proxy(Signals.class), proxy(Monitor.class));

    private <T> T proxy(Class<T> type) {
        return Answered.by(type, (method, arguments) -> switch (method) {
            case "search" -> {
                asked.add((JobFilter) arguments[0]);
                yield new SliceImpl<>(List.of());
            }
            case "window" -> window((JobFilter) arguments[0]);
            default -> throw new AssertionError(method);
        });
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

    @Test
    void a_key_is_searched_as_it_is_written() {
        next(Map.of("key", "order:4711", "state", "dead"));
        assertThat(asked)
                .extracting(JobFilter::key, JobFilter::states)
                .containsExactly(tuple("order:4711", Set.of(JobState.DEAD)));
    }
}
