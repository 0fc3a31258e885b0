package io.baton.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batches;
import io.baton.Diagnostics;
import io.baton.FlowStatus;
import io.baton.Flows;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.RateLimits;
import io.baton.RecurringJobs;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.Shares;
import io.baton.Signals;
import io.baton.Steps;
import io.baton.monitor.Change;
import io.baton.monitor.Monitor;
import io.baton.monitor.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.SliceImpl;

/** All dead jobs of a batch, of which there are those with the ids from 1 to 1,200, are changed. */
class DeadOfBatchTests {

    private final List<JobFilter> changed = new ArrayList<>();
    private final List<Change> noted = new ArrayList<>();
    private int fails = Integer.MAX_VALUE;

    private final Operations operations = new Operations(
            new Operations.Beans(
                    proxy(Jobs.class),
                    proxy(Semaphores.class),
                    proxy(RateLimits.class),
                    proxy(Sequences.class),
                    proxy(Shares.class),
                    proxy(Steps.class),
                    proxy(Signals.class),
                    proxy(Batches.class),
                    proxy(Flows.class),
                    proxy(RecurringJobs.class),
                    proxy(Monitor.class),
                    proxy(Diagnostics.class)),
            List.of(
                    change -> {
                        throw new IllegalStateException("The table is away");
                    },
                    noted::add));

    private <T> T proxy(Class<T> type) {
        return Answered.by(type, (method, arguments) -> switch (method) {
            case "find" -> Optional.of(some(FlowStatus.class, 7));
            case "changes" -> noted;
            case "search" -> found((JobFilter) arguments[0], (Pageable) arguments[1]);
            case "window" -> new Window((JobFilter) arguments[0], null);
            case "reviveAll", "cancelAll" -> change((JobFilter) arguments[0]);
            default -> throw new AssertionError(method);
        });
    }

    private static <T> T some(Class<T> type, long id) {
        return Answered.by(type, (method, arguments) -> new JobId(id));
    }

    private static long before(JobFilter filter) {
        JobId before = filter.before();
        return before == null ? 1_201 : before.value();
    }

    private static SliceImpl<JobDetails> found(JobFilter filter, Pageable page) {
        long id = before(filter) - 1 - page.getOffset();
        return new SliceImpl<>(id < 1 ? List.of() : List.of(some(JobDetails.class, id)));
    }

    private long change(JobFilter filter) {
        if (changed.size() == fails) {
            throw new QueryTimeoutException("of the moment");
        }
        changed.add(filter);
        JobId after = filter.after();
        return before(filter) - 1 - (after == null ? 0 : after.value());
    }

    private Done change(String action, @Nullable String value) {
        return operations.change("flows", "7", action, value, Shown.MASKED, "ann");
    }

    @ParameterizedTest
    @ValueSource(strings = {"revive-dead", "cancel-dead"})
    void they_are_changed_in_transactions_of_their_own(String action) {
        assertThat(change(action, null)).isEqualTo(new Done(action, "7", 1_200L, null, null));
        assertThat(changed).hasSize(3);
        assertThat(noted).containsExactly(new Change(null, null, "ann", "flows", "7", action, null, null, 1_200L));
    }

    @Test
    void what_was_changed_before_it_failed_is_answered_and_noted() {
        fails = 2;
        Done done = change("revive-dead", null);
        assertThat(done.jobs()).isEqualTo(1_000);
        assertThat(done.next()).isEqualTo("201");
        assertThat(done.warning()).contains("failed", "log");
        assertThat(noted)
                .containsExactly(new Change(null, null, "ann", "flows", "7", "revive-dead", null, null, 1_000L));

        fails = Integer.MAX_VALUE;
        assertThat(change("revive-dead", done.next())).isEqualTo(new Done("revive-dead", "7", 200L, null, null));
    }

    @Test
    void where_it_failed_at_once_nothing_is_noted() {
        fails = 0;
        assertThatThrownBy(() -> change("revive-dead", null))
                .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.status())
                        .isGreaterThanOrEqualTo(500));
        assertThat(noted).isEmpty();
    }

    /** A search by an error is refused where errors are masked: what others searched for tells a part of it. */
    @Test
    void what_others_searched_in_errors_is_masked() {
        operations.change("matching", "jobs", "cancel", "state=DEAD&error=card+4711&type=mail", Shown.ALL, "ann");
        operations.change("matching", "jobs", "cancel", "%65rror=card+4711", Shown.ALL, "ann");
        assertThat(operations.list("changes", Map.of(), Shown.ALL).items())
                .asString()
                .contains("error=card+4711&type=mail");
        assertThat(operations.list("changes", Map.of(), Shown.MASKED).items())
                .asString()
                .doesNotContain("4711")
                .contains("state=DEAD&error=******&type=mail");
    }
}
