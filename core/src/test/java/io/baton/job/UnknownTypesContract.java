package io.baton.job;

import static io.baton.job.JobDraft.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobState;
import io.baton.job.JobSweeps.UnknownJobs;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

abstract class UnknownTypesContract extends VerbContract {

    private static final String LONG_AGO = "2020-01-01T00:00:00Z";
    private static final Duration HOUR = Duration.ofHours(1);

    private UnknownJobs makeDead(Duration readyFor, String... known) {
        return store().makeUnknownDead(Set.of(known), readyFor, Long.MIN_VALUE, 100);
    }

    @Test
    void those_that_nobody_knows_end_dead_with_their_reason() {
        long strange = insert(job().type("it's strange").payload("[1]"));
        long stranger = insert(job().type("stranger").queue("other"));
        long known = insert(job().type("known"));

        assertThat(makeDead(Duration.ZERO, "known"))
                .isEqualTo(new UnknownJobs(null, 2, Set.of("it's strange", "stranger")));

        JobDetails dead = find(strange);
        assertThat(dead.state()).isEqualTo(JobState.DEAD);
        assertThat(dead.attempts()).isZero();
        assertThat(dead.payload()).isEqualTo("[1]");
        assertThat(dead.endedAt()).isAfterOrEqualTo(dead.enqueuedAt());
        assertThat(dead.error())
                .isEqualTo("No worker has had a handler for the type 'it's strange' for PT0S."
                        + " Add one and revive the job, or cancel it");
        assertThat(state(stranger)).isEqualTo(JobState.DEAD);
        assertThat(state(known)).isEqualTo(JobState.READY);
        store().revive(List.of(strange));
        assertThat(claimOne().attempt()).isEqualTo(1);
    }

    @Test
    void only_those_that_have_waited_long_enough() {
        long fresh = insert(job().dueAt(LONG_AGO));
        assertThat(makeDead(HOUR).dead()).isZero();
        assertThat(state(fresh)).isEqualTo(JobState.READY);

        database().everythingLongAgo();
        long due = insert(job().dueAt(LONG_AGO));
        assertThat(makeDead(HOUR).dead()).isEqualTo(1);
        assertThat(state(fresh)).isEqualTo(JobState.DEAD);
        assertThat(state(due)).isEqualTo(JobState.READY);
    }

    @Test
    void only_those_that_are_ready() {
        insert(job());
        claimOne();
        insert(job().dueIn(HOUR));
        insert(job().queue("dead"));
        settle(database().claim("dead", 1).get(0), new Outcome.Dead("it broke"));
        assertThat(makeDead(Duration.ZERO)).isEqualTo(new UnknownJobs(null, 0, Set.of()));
    }

    @Test
    void portion_by_portion() {
        store().insertAll(job().times(5));
        UnknownJobs first = store().makeUnknownDead(Set.of(), Duration.ZERO, Long.MIN_VALUE, 2);
        assertThat(first.dead()).isEqualTo(2);
        assertThat(first.lastId()).isNotNull();
        UnknownJobs all = store().makeUnknownDead(Set.of(), Duration.ZERO, requireNonNull(first.lastId()), 3);
        assertThat(all.dead()).isEqualTo(3);
        assertThat(store().makeUnknownDead(Set.of(), Duration.ZERO, requireNonNull(all.lastId()), 3)
                        .lastId())
                .isNull();
    }
}
