package io.baton.recurring;

import static io.baton.recurring.RecurringOnDatabase.declared;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Recurrence;
import io.baton.job.DirtySet;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node whose heartbeats find no schedule polls for none, and is late for no tick. */
class RestingSchedulesTests {

    private static final Duration LEFT = Duration.ofSeconds(7);

    private final RecurringOnDatabase on = new RecurringOnDatabase(TestDatabase.POSTGRES);
    private final DirtySet<String> changes = new DirtySet<>();
    private final FireSchedules firer = on.firer(on.jobs, changes);

    @BeforeEach
    void spareThePoll() {
        changes.sparedBy(interval -> interval.equals(Duration.ofSeconds(10)) ? LEFT : Duration.ZERO);
    }

    @AfterEach
    void close() {
        on.close();
    }

    private void declareOnAnotherNode() {
        on.node(Set.of("report"), declared("a", Recurrence.every(Duration.ofMinutes(10))));
    }

    @Test
    void a_schedule_of_another_node_is_found_by_the_next_poll() {
        declareOnAnotherNode();

        assertThat(firer.sweep()).isEqualTo(LEFT);
        assertThat(on.count()).isZero();
        changes.sparedBy(interval -> Duration.ZERO);
        assertThat(firer.sweep()).isZero();
        assertThat(on.count()).isEqualTo(1);
    }

    @Test
    void a_change_on_this_node_is_polled_for_at_once() {
        AtomicInteger again = new AtomicInteger();
        firer.onAgain(again::incrementAndGet);
        declareOnAnotherNode();
        changes.mark(Set.of("a"));

        assertThat(again).hasValue(1);
        assertThat(firer.sweep()).isZero();
        assertThat(on.count()).isEqualTo(1);
    }

    @Test
    void a_node_that_found_a_schedule_polls_whatever_an_earlier_heartbeat_found() {
        declareOnAnotherNode();
        changes.sparedBy(interval -> Duration.ZERO);
        assertThat(firer.sweep()).isZero();
        on.shift("a", Duration.ZERO);
        spareThePoll();

        assertThat(firer.sweep()).isZero();
        assertThat(on.count()).isEqualTo(2);
    }

    @Test
    void a_node_that_declares_nothing_announces_no_change() {
        on.node(Set.of("report"));
        assertThat(on.looks).hasValue(0);
    }
}
