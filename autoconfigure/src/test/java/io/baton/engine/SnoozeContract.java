package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A snooze holds once it is asked for, whatever the handler does with the exception that carries it. */
abstract class SnoozeContract extends StationContract {

    private static void snoozeAndCatch(Cue cue) {
        try {
            cue.job().snooze(Duration.ofHours(1));
        } catch (Exception e) {
            // as handlers do that log every failure and go on
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holds_though_the_handler_returns_as_if_nothing_had_been(boolean transactional) {
        Part part = engine().part(cue -> {
            snoozeAndCatch(cue);
            cue.effect();
            return "done";
        });

        JobId id = engine().enqueueOnce(transactional ? part.inTransaction(1) : part.plain(1));

        assertThat(engine().await(id, JobState.SCHEDULED).attempts()).isZero();
        assertThat(engine().effectsOf(id)).as("what it did before it returned").isEqualTo(1);
        assertThat(part.runs).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void holds_though_the_handler_throws_something_else(boolean transactional) {
        Part part = engine().part(cue -> {
            snoozeAndCatch(cue);
            cue.effect();
            throw new JobRejectedException("not now, so never");
        });

        JobId id = engine().enqueueOnce(transactional ? part.inTransaction(1) : part.plain(1));

        assertThat(engine().await(id, JobState.SCHEDULED).attempts()).isZero();
        assertThat(engine().effectsOf(id)).isEqualTo(transactional ? 0 : 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void of_a_list_only_those_wait_that_asked_for_it(boolean transactional) {
        Part part = engine().part(cue -> {
            if (cue.number() == 1) {
                snoozeAndCatch(cue);
            }
            return null;
        });

        List<JobId> ids = engine().enqueueTogether(
                        "together",
                        IntStream.range(0, 3)
                                .mapToObj(i -> transactional ? part.togetherInTransaction(i) : part.together(i)));

        engine().await(ids.get(0), JobState.COMPLETED);
        engine().await(ids.get(1), JobState.SCHEDULED);
        engine().await(ids.get(2), JobState.COMPLETED);
    }

    @Test
    void a_wish_that_was_rolled_back_with_its_list_is_void() {
        AtomicReference<@Nullable Part> running = new AtomicReference<>();
        Part part = engine().part(cue -> {
            boolean inList = Objects.requireNonNull(running.get()).calls.size() == 1;
            if (inList && cue.number() == 0) {
                snoozeAndCatch(cue);
            }
            if (inList && cue.number() == 2) {
                throw new IllegalStateException("all of the list is rolled back");
            }
            return null;
        });
        running.set(part);

        List<JobId> ids =
                engine().enqueueTogether("together", IntStream.range(0, 3).mapToObj(part::togetherInTransaction));

        ids.forEach(id -> engine().await(id, JobState.COMPLETED));
    }
}
