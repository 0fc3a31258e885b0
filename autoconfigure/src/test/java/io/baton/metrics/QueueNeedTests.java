package io.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.metrics.QueueNeed.Seen;
import org.junit.jupiter.api.Test;

/** How many nodes of ten places a queue needs whose jobs are to start within 30 s. */
class QueueNeedTests {

    private static final int PLACES = 10;

    private final QueueNeed need = new QueueNeed(30);

    /** A sample of a queue whose jobs take a second. */
    private int next(double at, long nodes, double busy, double backlog) {
        return need.next(new Seen(at, nodes, PLACES, busy, backlog, 1, 0, false));
    }

    private void pass(double from, double until, double busy, int expected) {
        for (double at = from; at < until; at += 15) {
            assertThat(next(at, expected, busy, 0)).as("at %s", at).isEqualTo(expected);
        }
    }

    @Test
    void a_queue_without_jobs_and_nodes_needs_one() {
        assertThat(next(0, 0, 0, 0)).isEqualTo(1);
        assertThat(next(15, 1, 0, 0)).isEqualTo(1);
    }

    @Test
    void a_node_has_eight_of_ten_places_busy() {
        assertThat(next(0, 1, 8, 0)).isEqualTo(1);
        assertThat(new QueueNeed(30).next(new Seen(0, 1, PLACES, 8.1, 0, 1, 0, false)))
                .isEqualTo(2);
    }

    @Test
    void a_backlog_without_arrivals_is_worked_off_within_the_target() {
        assertThat(next(0, 1, 10, 1_200)).as("40 places for 30 s").isEqualTo(4);
        pass(15, 600, 0, 4);
        assertThat(next(600, 4, 0, 0)).isEqualTo(1);
    }

    @Test
    void the_present_nodes_stay_until_fewer_were_enough() {
        pass(0, 600, 20, 4);
        assertThat(next(600, 4, 20, 0)).as("20 of 40 places").isEqualTo(4);
        QueueNeed idle = new QueueNeed(30);
        assertThat(idle.next(new Seen(0, 4, PLACES, 19, 0, 1, 0, false))).isEqualTo(4);
        assertThat(idle.next(new Seen(599, 4, PLACES, 19, 0, 1, 0, false))).isEqualTo(4);
        assertThat(idle.next(new Seen(600, 4, PLACES, 19, 0, 1, 0, false)))
                .as("19 of 30 places")
                .isEqualTo(3);
    }

    @Test
    void it_falls_to_the_most_that_was_needed_meanwhile() {
        pass(0, 450, 5, 3);
        assertThat(next(450, 3, 20, 450)).as("15 places for 30 s").isEqualTo(3);
        pass(465, 600, 5, 3);
        assertThat(next(600, 3, 5, 0)).isEqualTo(2);
    }

    @Test
    void many_jobs_at_once_on_an_idle_queue_are_no_rate() {
        assertThat(next(0, 1, 0, 0)).isEqualTo(1);
        assertThat(next(15, 1, 0, 1_500)).as("50 places for 30 s").isEqualTo(5);
    }

    @Test
    void a_load_that_nodes_cannot_bear_counts_at_once() {
        assertThat(next(0, 1, 6, 0)).isEqualTo(1);
        assertThat(next(15, 1, 10, 750)).as("56 busy places").isEqualTo(7);

        QueueNeed slight = new QueueNeed(30);
        slight.next(new Seen(0, 1, PLACES, 6, 0, 1, 0, false));
        assertThat(slight.next(new Seen(15, 1, PLACES, 10, 150, 1, 0, false)))
                .as("15 s of one node")
                .isEqualTo(1);
    }

    @Test
    void jobs_that_may_wait_for_an_hour_need_few_nodes() {
        QueueNeed patient = new QueueNeed(3_600);
        patient.next(new Seen(0, 1, PLACES, 0, 0, 1, 0, false));
        assertThat(patient.next(new Seen(15, 1, PLACES, 0, 36_000, 1, 0, false)))
                .as("10 places for an hour, 80 % of which are busy")
                .isEqualTo(2);
    }

    @Test
    void no_more_nodes_than_limits_let_run() {
        assertThat(limited(0, 5, 0)).isEqualTo(1);
        assertThat(limited(15, 5, 40)).as("45 jobs that have their permits").isEqualTo(5);

        QueueNeed unlimited = new QueueNeed(30);
        unlimited.next(new Seen(0, 1, PLACES, 5, 0, 60, 0, false));
        assertThat(unlimited.next(new Seen(15, 1, PLACES, 5, 40, 60, 0, false)))
                .as("tenfold growth")
                .isEqualTo(7);
    }

    /** Jobs that take a minute, while others wait for permits. */
    private int limited(double at, double busy, double backlog) {
        return need.next(new Seen(at, 1, PLACES, busy, backlog, 60, 0, true));
    }

    @Test
    void a_limit_that_keeps_jobs_from_running_lets_nodes_go() {
        assertThat(need.next(new Seen(0, 4, PLACES, 5, 0, 60, 0, true))).isEqualTo(4);
        assertThat(need.next(new Seen(600, 4, PLACES, 5, 0, 60, 0, true))).isEqualTo(1);
    }

    @Test
    void unknown_times_double_the_busy_places_once_jobs_wait_too_long() {
        assertThat(unknown(20, 50, 29)).as("as busy as they are").isEqualTo(3);
        assertThat(unknown(20, 50, 45)).as("half as many again").isEqualTo(3);
        assertThat(unknown(20, 50, 90)).as("twice as many").isEqualTo(4);
        assertThat(unknown(0, 50, 900)).as("no node runs any").isEqualTo(2);
    }

    private static int unknown(double busy, double backlog, double waited) {
        return new QueueNeed(30).next(new Seen(0, 2, PLACES, busy, backlog, 0, waited, false));
    }

    @Test
    void a_queue_without_jobs_does_not_keep_its_mean_load() {
        QueueNeed patient = new QueueNeed(86_400);
        assertThat(patient.next(new Seen(0, 4, PLACES, 32, 0, 1, 0, false))).isEqualTo(4);
        assertThat(patient.next(new Seen(15, 4, PLACES, 0, 0, 1, 0, false))).isEqualTo(4);
        assertThat(patient.next(new Seen(615, 4, PLACES, 0, 0, 1, 0, false))).isEqualTo(1);
    }
}
