package io.baton.worker.claim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.Due;
import io.baton.job.JobStore;
import io.baton.job.NewJob;
import io.baton.job.Pulses;
import io.baton.job.Retention;
import io.baton.job.Stores;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.JobRow;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.worker.Engine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** When jobs of a type that this node does not know are dead, and what is told of them. */
@ExtendWith(OutputCaptureExtension.class)
class UnknownTypesWalkTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Duration time = Duration.ofDays(1);
    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH.plus(time));
    private final InMemoryJobStore store = new InMemoryJobStore(database, KEEP_ALL);
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database, KEEP_ALL);
    private final Engine engine = new Engine(
            new Stores(JobStore.roles(store), workers, database),
            Pulses.of(JobStore.roles(store), workers, database),
            Runnable::run,
            () -> time.toNanos(),
            UUID::randomUUID);
    private final UnknownTypes types = new UnknownTypes(engine, Set.of("work"), HOUR);
    private long observer = register("other");

    private long enqueue(String type) {
        return store.insert(new NewJob(type, "q", 0, Due.NOW, null, Map.of(), "{}"));
    }

    private static ClaimedJob claimed(String type) {
        return ClaimedJobs.plain(1, type, "q");
    }

    /** The node meets such jobs again and again, and has its turns. */
    private void pass(Duration duration) {
        for (Duration end = time.plus(duration); time.compareTo(end) < 0; time = time.plus(MINUTE)) {
            workers.heartbeat(observer);
            types.met("q", List.of(claimed("strange")));
            types.turn();
        }
        types.turn();
    }

    private JobState state(long id) {
        JobRow row = database.job(id);
        assertThat(row).isNotNull();
        return row.state();
    }

    private long knowingWorker() {
        return register("strange");
    }

    private long register(String type) {
        return workers.register(
                new WorkerInfo("w", "host", 1, UUID.randomUUID(), "1", Duration.ofSeconds(10), Set.of(), Set.of(type)));
    }

    private void dies(long worker) {
        SeenWorker seen = workers.living().stream()
                .filter(each -> each.id() == worker)
                .findFirst()
                .orElseThrow();
        assertThat(workers.declareDead(seen)).isTrue();
    }

    @Test
    void after_an_hour_without_a_worker_that_knows_the_type() {
        long id = enqueue("strange");
        pass(Duration.ofMinutes(59));
        assertThat(state(id)).isEqualTo(JobState.READY);
        pass(Duration.ofMinutes(2));
        assertThat(state(id)).isEqualTo(JobState.DEAD);
    }

    /** The workers that know it may have ended in the outage, and their processes may not be back yet. */
    @Test
    void an_hour_counts_anew_after_a_missed_heartbeat() {
        long id = enqueue("strange");
        pass(Duration.ofMinutes(59));
        types.missed();
        pass(Duration.ofMinutes(59));
        assertThat(state(id)).isEqualTo(JobState.READY);
        pass(Duration.ofMinutes(2));
        assertThat(state(id)).isEqualTo(JobState.DEAD);
    }

    @Test
    void never_while_a_worker_knows_the_type_even_without_running_it() {
        knowingWorker();
        long id = enqueue("strange");
        pass(Duration.ofHours(5));
        assertThat(state(id)).isEqualTo(JobState.READY);
    }

    @Test
    void not_while_those_who_know_it_are_restarted_after_a_quiet_hour() {
        long worker = knowingWorker();
        long id = enqueue("strange");
        pass(Duration.ofHours(3));
        workers.heartbeat(worker);
        dies(worker);
        pass(Duration.ofMinutes(59));
        assertThat(state(id)).isEqualTo(JobState.READY);
        pass(Duration.ofMinutes(2));
        assertThat(state(id)).isEqualTo(JobState.DEAD);
    }

    @Test
    void not_at_once_when_the_whole_cluster_comes_back_after_a_night() {
        long id = enqueue("strange");
        time = time.plus(HOUR.multipliedBy(12));
        dies(observer);
        observer = register("other");
        pass(Duration.ofMinutes(59));
        assertThat(state(id)).isEqualTo(JobState.READY);
        pass(Duration.ofMinutes(2));
        assertThat(state(id)).isEqualTo(JobState.DEAD);
    }

    @Test
    void any_number_of_types_in_portions_and_with_few_words(CapturedOutput output) {
        List<String> names =
                IntStream.range(0, 12_000).mapToObj(i -> "strange-" + i).toList();
        List<Long> ids = names.stream().map(this::enqueue).toList();
        time = time.plus(HOUR);
        workers.heartbeat(observer);
        types.met("q", names.stream().map(UnknownTypesWalkTests::claimed).toList());
        types.met("q", names.stream().map(UnknownTypesWalkTests::claimed).toList());
        for (int portion = 0; portion < 3; portion++) {
            types.turn();
        }
        assertThat(ids).allMatch(id -> state(id) == JobState.DEAD);
        assertThat(output.toString().lines().filter(line -> line.contains("UnknownTypes")))
                .hasSizeLessThan(30);
    }

    @Test
    void a_type_is_told_of_once_a_minute(CapturedOutput output) {
        for (int second = 0; second < 180; second++) {
            types.met("q", List.of(claimed("strange")));
            time = time.plusSeconds(1);
        }
        assertThat(output.toString().lines().filter(line -> line.contains("'strange'")))
                .hasSize(3);
    }

    @Test
    void who_met_none_looks_at_nothing() {
        long id = enqueue("strange");
        time = time.plus(HOUR.multipliedBy(2));
        types.turn();
        assertThat(state(id)).isEqualTo(JobState.READY);
    }
}
