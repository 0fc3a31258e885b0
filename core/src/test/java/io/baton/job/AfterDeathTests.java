package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobFailure;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.JobSettlements.FoundFailure;
import io.baton.job.jdbc.AfterDeaths;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A job whose death is followed, and the job that follows it: both are there, or neither is. */
@OnEachDatabase({TestDatabase.MEMORY, TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB})
class AfterDeathTests extends StoreContract<TestedStore> {

    private static final Outcome DEAD = new Outcome.Dead("it broke");

    private final Set<ReadyJobs> announced = new LinkedHashSet<>();

    @Override
    TestedStore store(TestDatabase kind) {
        AfterCommit<Set<ReadyJobs>> ready = new AfterCommit<>(LinkedHashSet::new, announced::addAll, true);
        return kind == TestDatabase.MEMORY
                ? new StoreInMemory()
                : new StoreOnDatabase(kind, jobs -> new AfterDeaths(jobs, ".dead", ready));
    }

    private long followed(JobDraft draft, int furtherTies) {
        return database.store.insert(draft.asNew().tied(Ties.AFTER_DEATH).tied(furtherTies));
    }

    private ClaimedJob claimed() {
        followed(job().label("shop", "a=b\nc").payload("{\"cents\":\"ä\\\"\"}").priority(7), 0);
        return database.claimOne();
    }

    /** As a worker does, which knows the ties of its jobs. */
    private Settled settle(ClaimedJob job, Outcome outcome) {
        return database.store.settle(List.of(Settlement.of(job, outcome))).getOrDefault(job.fence(), Settled.FENCED);
    }

    private Optional<JobFailure> deathOf(ClaimedJob after) {
        String label = database.store.labels(after.id()).get(FoundFailure.LABEL);
        return database.store.death(Long.parseLong(String.valueOf(label)), after.enqueuedAt());
    }

    private List<String> types() {
        return database.store.search(JobFilter.all(), 0, 1_000).stream()
                .map(found -> found.type() + " " + found.state())
                .sorted()
                .toList();
    }

    @Test
    void a_death_is_followed_by_a_copy_of_the_job() {
        announced.clear();
        ClaimedJob job = claimed();
        settle(job, DEAD);
        ClaimedJob after = database.claimOne();
        assertThat(after.type()).isEqualTo("work.dead");
        assertThat(after.payload()).isEqualTo(job.payload());
        assertThat(after.priority()).isEqualTo(7);
        assertThat(after.attempt()).isOne();
        assertThat(after.maxAttempts()).isNull();
        assertThat(after.ties()).isEqualTo(Ties.NONE);
        assertThat(database.store.labels(after.id()))
                .isEqualTo(Map.of("shop", "a=b\nc", "baton.dead", Long.toString(job.id())));
        JobFailure death = deathOf(after).orElseThrow();
        assertThat(death.id()).isEqualTo(new JobId(job.id()));
        assertThat(death.type()).isEqualTo("work");
        assertThat(death.attempts()).isOne();
        assertThat(death.error()).isEqualTo("it broke");
        assertThat(death.diedAt()).isEqualTo(database.find(job.id()).endedAt());
        assertThat(death).asString().doesNotContain("it broke");
        if (kind != TestDatabase.MEMORY) {
            assertThat(announced).containsExactly(ReadyJobs.of("q", 7));
        }
        assertThat(settle(after, DEAD)).isEqualTo(Settled.DONE);
        assertThat(types()).as("its own death is not followed").containsExactly("work DEAD", "work.dead DEAD");
    }

    @Test
    void what_is_rolled_back_leaves_neither() {
        announced.clear();
        ClaimedJob job = claimed();
        assertThatThrownBy(() -> database.transactions.run(() -> {
                    database.joining.settle(List.of(Settlement.of(job, DEAD)));
                    throw new IllegalStateException("rolled back");
                }))
                .hasMessage("rolled back");
        assertThat(types()).containsExactly("work CLAIMED");
        assertThat(announced).isEmpty();
    }

    static Stream<Outcome> otherEnds() {
        return Stream.of(
                new Outcome.Completed("1"),
                new Outcome.Cancelled(),
                new Outcome.Retried(Duration.ofHours(1), "it broke"),
                new Outcome.Snoozed(Duration.ofHours(1)),
                Outcome.Interrupted.PLAIN,
                Outcome.HandedBack.UNSTARTED);
    }

    @ParameterizedTest
    @MethodSource("otherEnds")
    void only_a_death_is_followed(Outcome outcome) {
        settle(claimed(), outcome);
        assertThat(types()).hasSize(1);
    }

    @Test
    void a_plain_job_dies_alone() {
        database.insert(job());
        settle(database.claimOne(), DEAD);
        assertThat(types()).containsExactly("work DEAD");
    }

    @Test
    void the_last_of_many_interruptions_is_followed() {
        ClaimedJob job = claimed();
        database.interrupted(Outcome.Interrupted.MOST_IN_A_ROW - 1);
        database.store.settle(List.of(Settlement.of(job, Outcome.Interrupted.PLAIN)));
        assertThat(deathOf(database.claimOne()).orElseThrow().error()).startsWith("Interrupted: 20 times");
    }

    @Test
    void a_death_by_crashes_is_followed() {
        long dying = database.register("dying", "q");
        followed(job(), 0);
        long id = database.store
                .claim(new Claim("q", UUID.randomUUID(), dying, 1, null))
                .jobs()
                .get(0)
                .id();
        database.crashed(5);
        database.workers.deregister(dying, false);
        assertThat(database.store.unlock(dying, 10).dead()).containsExactly(id);
        JobFailure death = deathOf(database.claimOne()).orElseThrow();
        assertThat(death.id().value()).isEqualTo(id);
        assertThat(death.error()).startsWith("Worker lost");
    }

    @Test
    void each_death_has_a_job_of_its_own() {
        ClaimedJob job = claimed();
        settle(job, DEAD);
        ClaimedJob first = database.claimOne();
        database.store.revive(List.of(job.id()));
        assertThat(deathOf(first)).as("revived").isEmpty();
        ClaimedJob again = database.claimOne();
        assertThat(again.id()).isEqualTo(job.id());
        settle(again, new Outcome.Dead("again"));
        assertThat(deathOf(first)).as("died again").isEmpty();
        ClaimedJob second = database.claimOne();
        assertThat(deathOf(second).orElseThrow().error()).isEqualTo("again");
        database.store.cancel(List.of(job.id()), true);
        assertThat(deathOf(second)).as("gone").isEmpty();
    }

    @Test
    void steps_are_undone_before_the_death_that_is_followed() {
        followed(job(), Ties.STEPS | Ties.UNDO);
        ClaimedJob job = database.claimOne();
        assertThat(job.ties().undoes()).isTrue();
        settle(job, DEAD);
        assertThat(types()).containsExactly("work READY");
        ClaimedJob undoing = database.claimOne();
        settle(undoing, new Outcome.Dead(null));
        assertThat(types()).containsExactly("work DEAD", "work.dead READY");
        assertThat(deathOf(database.claimOne()).orElseThrow().error()).isEqualTo("it broke");
    }

    @Test
    void many_deaths_at_once_have_a_job_each() {
        List<NewJob> jobs = new ArrayList<>();
        for (int number = 0; number < 300; number++) {
            NewJob next = job().payload("\"" + number + "\"").queue("q").asNew();
            jobs.add(number % 3 == 0 ? next : next.tied(Ties.AFTER_DEATH));
        }
        database.store.insertAll(jobs);
        database.store.settle(database.claim(300).stream()
                .map(each -> Settlement.of(each, DEAD))
                .toList());
        List<ClaimedJob> after = database.claim(300);
        assertThat(after).hasSize(200).allSatisfy(each -> assertThat(each.payload())
                .isEqualTo(
                        database.find(deathOf(each).orElseThrow().id().value()).payload()));
        assertThat(after.stream().map(each -> deathOf(each).orElseThrow().id())).doesNotHaveDuplicates();
    }

    @Test
    void a_node_without_the_capability_leaves_the_job_to_others() {
        ClaimedJob job = claimed();
        assertThat(database.joining.knows(job.ties())).isTrue();
        if (database instanceof StoreOnDatabase tables) {
            assertThat(JobStore.on(new Database(tables.dataSource, null), TestedStore.KEEP_ALL)
                            .knows(job.ties()))
                    .isFalse();
        }
        assertThat(database.state(job.id())).isEqualTo(JobState.CLAIMED);
    }
}
