package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Batch;
import io.baton.BatchStatus;
import io.baton.Flow;
import io.baton.batch.BatchFollowUp;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.OnEachDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node is told of it does at once, and what somebody holds it tries again soon, without a look around. */
@OnEachDatabase
class BatchTouchTests extends WithBatches {

    private final AtomicInteger woken = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private BatchFollowUp node;

    @BeforeEach
    void listen() {
        node = on.listening(woken::incrementAndGet);
        woken.set(0);
    }

    @Override
    Batch sealed(int jobs) {
        Batch batch = super.sealed(jobs);
        on.turn(node);
        on.told.clear();
        return batch;
    }

    private HeldConnection holding(long job) {
        HeldConnection person = new HeldConnection(on.jobs.dataSource);
        person.call(() -> on.sql.queryForList("SELECT id FROM baton_job WHERE id = ? FOR UPDATE", job));
        return person;
    }

    @Test
    void ending_its_jobs_completes_a_batch_and_wakes_workers_of_its_followers() {
        Batch batch = sealed(2);
        woken.set(0);
        on.end(2, Outcome.Completed.PLAIN);
        assertThat(woken).hasPositiveValue();
        assertThat(on.told).isEmpty();

        assertThat(on.turn(node)).as("nothing is left to do").isGreaterThan(Duration.ofHours(1));

        assertThat(batch.status().complete()).isTrue();
        assertThat(on.told).containsExactly("q");
    }

    @Test
    void a_node_whose_heartbeats_find_no_batch_polls_after_a_hint_only() {
        Batch batch = sealed(1);
        Duration interval = Duration.ofSeconds(10);
        DirtySet<Long> heard = new DirtySet<>();
        Duration left = Duration.ofSeconds(9);
        heard.sparedBy(asked -> asked.equals(interval) ? left : Duration.ZERO);
        BatchFollowUp resting = on.followUp(heard, interval);
        resting.begin(() -> {});

        assertThat(resting.follow(Set::of)).isEqualTo(left);
        assertThat(heard.isUsed()).isFalse();
        heard.remoteHints().add("-" + batch.id().value());
        heard.remoteHints().permitRead();
        resting.follow(Set::of);
        assertThat(heard.isUsed()).isTrue();
    }

    @Test
    void who_seals_or_acknowledges_last_wakes_who_runs_what_waited() {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"));
        batch.seal();
        assertThat(on.told).containsExactly("q");

        Batch other = on.batches.open();
        List<String> ids = other.addItems(1).ids().toList();
        other.onComplete(new Done("all"));
        other.seal();
        on.told.clear();
        on.batches.ack(ids);
        assertThat(on.told).containsExactly("q");
    }

    private void hint(long name) {
        on.dirty.remoteHints().add(String.valueOf(name));
        on.dirty.remoteHints().permitRead();
    }

    /** As where a node without a worker acknowledges, and tells those that have one. */
    @Test
    void what_another_node_names_is_folded_at_once() {
        for (boolean many : List.of(false, true)) {
            Batch batch = on.batches.open();
            List<String> ids = batch.addItems(1).ids().toList();
            batch.seal();
            on.turn(node);
            try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
                caller.call(() -> on.batches.ack(ids));
                caller.commit();
            }
            long group = on.dirty.take(1).names().iterator().next();
            on.turn(node);
            assertThat(batch.status().complete()).isFalse();

            if (many) {
                for (long name = 1; name <= RemoteHints.MOST; name++) {
                    on.dirty.remoteHints().add(String.valueOf(100_000_000_000_000_000L - name));
                }
            }
            hint(group);
            on.turn(node);

            assertThat(batch.status().complete()).isTrue();
        }
    }

    /** Anybody can name batches, made up or not. */
    @Test
    void a_batch_without_notes_is_left_alone_even_when_named() {
        Batch batch = sealed(1);
        try (HeldConnection holder = new HeldConnection(on.jobs.dataSource)) {
            holder.call(() -> on.store.lock(batch.id().value()));
            hint(-batch.id().value());
            hint(Long.MAX_VALUE);
            hint(Long.MIN_VALUE);
            assertThat(on.turn(node)).as("nothing is tried again").isGreaterThan(Duration.ofHours(1));
        }
    }

    @Test
    void an_acknowledgement_within_a_transaction_is_folded_after_it() {
        Batch batch = on.batches.open();
        List<String> ids = batch.addItems(1).ids().toList();
        batch.seal();
        try (HeldConnection caller = new HeldConnection(on.jobs.dataSource)) {
            caller.call(() -> on.batches.ack(ids));
            caller.commit();
        }
        on.turn(node);
        assertThat(batch.status().complete()).isTrue();
    }

    @Test
    void the_end_of_an_inner_batch_is_one_of_the_outer() {
        Batch outer = on.batches.open();
        Batch inner = outer.open("inner");
        outer.seal();
        inner.seal();
        on.turn(node);
        assertThat(outer.status().complete()).isTrue();
    }

    @Test
    void a_batch_that_somebody_holds_is_tried_again() {
        Batch batch = sealed(1);
        try (HeldConnection holder = new HeldConnection(on.jobs.dataSource)) {
            holder.call(() -> on.store.lock(batch.id().value()));
            on.end(1, Outcome.Completed.PLAIN);
            assertThat(on.turn(node)).isLessThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(batch.status().complete()).isFalse();
        }
        assertThat(triedAgain(batch).complete()).isTrue();
    }

    @Test
    void a_callback_that_somebody_holds_is_tried_again() {
        Batch batch = sealed(1);
        try (HeldConnection person = holding(on.states(3).get(0))) {
            on.end(1, Outcome.Completed.PLAIN);
            assertThat(on.turn(node)).isLessThanOrEqualTo(Duration.ofSeconds(1));
            assertThat(batch.status().complete()).isFalse();
            person.rollback();
        }
        assertThat(triedAgain(batch).complete()).isTrue();
        assertThat(on.jobs.claimOne().type()).isEqualTo("done");
    }

    /** The acknowledgement is kept, whoever holds what waits for it. */
    @Test
    void an_acknowledgement_waits_for_nobody_who_holds_the_callback() {
        Batch batch = on.batches.open();
        List<String> ids = batch.addItems(1).ids().toList();
        batch.onComplete(new Done("all"));
        batch.seal();
        try (HeldConnection person = holding(on.states(3).get(0))) {
            assertThat(on.completed(on.batches.ack(ids))).isZero();
            person.rollback();
        }
        assertThat(triedAgain(batch).complete()).isTrue();
    }

    @Test
    void a_seal_waits_for_nobody_who_holds_the_callback() {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"));
        try (HeldConnection person = holding(on.states(3).get(0))) {
            assertThat(batch.seal().sealed()).isTrue();
            person.rollback();
        }
        assertThat(triedAgain(batch).complete()).isTrue();
    }

    @Test
    void a_job_of_a_step_that_somebody_holds_is_tried_again() {
        on.flows.start(Flow.of(new Item(0)).then(new Item(1)));
        try (HeldConnection person = holding(on.states(3).get(0))) {
            on.end(1, Outcome.Completed.PLAIN);
            assertThat(on.turn(node)).isLessThanOrEqualTo(Duration.ofSeconds(1));
            person.rollback();
        }
        again();
        assertThat(on.states(1)).hasSize(1);
    }

    @Test
    void a_step_that_an_acknowledgement_could_not_release_is_tried_again() {
        Batch flow = on.flows.start(Flow.of(new Item(0)).then(new Item(1)));
        ClaimedJob first = on.jobs.claimOne();
        try (HeldConnection person = holding(on.states(3).get(0))) {
            on.batches.ack(List.of(flow.id() + ":" + first.ties().batchGroup() + ":0"));
            person.rollback();
        }
        again();
        assertThat(on.states(1)).hasSize(1);
    }

    /** Such as what a newer node has noted. */
    @Test
    void what_could_not_be_folded_is_tried_again() {
        Batch batch = on.batches.open();
        long group = batch.addItems(1).groups().get(0).id();
        on.sql.update("INSERT INTO baton_ack (group_id, kind, items) VALUES (?, 99, ?)", group, new byte[2]);
        on.dirty.mark(List.of(group));
        assertThatThrownBy(() -> on.turn(node)).isInstanceOf(IndexOutOfBoundsException.class);
        on.sql.update("UPDATE baton_ack SET kind = 0");

        on.turn(node);

        assertThat(on.rows("baton_ack")).isZero();
    }

    @Test
    void a_batch_that_cannot_be_folded_holds_up_no_other() {
        Batch bad = on.batches.open();
        long unknown = bad.addItems(1).groups().get(0).id();
        Batch good = on.batches.open();
        long known = good.addItems(1).groups().get(0).id();
        good.seal();
        on.sql.update("INSERT INTO baton_ack (group_id, kind, items) VALUES (?, 99, ?)", unknown, new byte[2]);
        on.sql.update("INSERT INTO baton_ack (group_id, kind, items) VALUES (?, 0, ?)", known, new byte[2]);
        on.dirty.mark(List.of(unknown, known));
        assertThatThrownBy(() -> on.turn(node)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> on.turn(node)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(good.status().complete()).isTrue();
    }

    @Test
    void an_abandoned_flow_is_cancelled_at_once() {
        Batch flow = on.flows.start(Flow.of(new Item(1)).then(new Done("all")));
        on.end(1, new Outcome.Dead("broken"));
        on.turn(node);
        on.idleForLong();
        on.purge(BatchesOnDatabase.DAY, BatchesOnDatabase.DAY).sweep();
        on.turn(node);
        assertThat(flow.status().completedAt()).isNotNull();
    }

    private BatchStatus triedAgain(Batch batch) {
        again();
        return batch.status();
    }

    private void again() {
        on.turn(node);
        on.turn(node);
    }
}
