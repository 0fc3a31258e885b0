package io.baton.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.metrics.QueueNeed.Seen;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster that follows the need of its only queue, second by second: jobs come and end by chance, and nodes take a while to start. */
class ScalingSimulationTests {

    private static final int DAY = 86_400;
    private static final int HOUR = 3_600;
    private static final int TEN_MINUTES = 600;
    private static final int PLACES = 10;
    private static final int TARGET_WAIT = 30;
    private static final int BETWEEN_SAMPLES = 15;
    private static final int TO_START = 45;

    /** From 8 busy places at midnight to 80 at noon, and 600 seconds of work at once in every other hour. */
    @ParameterizedTest
    @ValueSource(ints = {2, 20})
    void a_day_has_few_scalings_and_jobs_start_in_time(int secondsPerJob) {
        Cluster cluster = new Cluster(secondsPerJob, 1);
        for (int second = 0; second < DAY; second++) {
            if (second % (2 * HOUR) == HOUR) {
                cluster.enqueue(600 / secondsPerJob);
            }
            cluster.pass(8 + 36 * (1 - Math.cos(2 * Math.PI * second / DAY)));
        }
        assertThat(cluster.late)
                .as("jobs that waited for longer, of %s", cluster.started)
                .isLessThan(cluster.started / 20);
        assertThat(cluster.scalings).allSatisfy(scaling -> assertThat(cluster.scalings)
                .filteredOn(other -> other.second >= scaling.second && other.second < scaling.second + HOUR)
                .as("scalings within an hour")
                .hasSizeLessThanOrEqualTo(10));
        assertThat(cluster.scalings)
                .filteredOn(Scaling::isRise)
                .filteredOn(rise -> cluster.scalings.stream()
                        .anyMatch(fall ->
                                !fall.isRise() && fall.second < rise.second && fall.second + TEN_MINUTES > rise.second))
                .as("rises right after a fall")
                .hasSizeLessThanOrEqualTo(12);
        assertThat(cluster.scalings.stream().mapToInt(Scaling::to).max().orElse(0))
                .as("80 busy places")
                .isBetween(9, 16);
        assertThat(cluster.wanted).as("at midnight").isBetween(1, 4);
    }

    /** Wherever between two samples it begins. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void a_tenfold_step_is_met_within_two_scalings(int secondsPerJob) {
        for (int phase = 0; phase < BETWEEN_SAMPLES; phase++) {
            Cluster cluster = new Cluster(secondsPerJob, phase);
            cluster.pass(6, HOUR / 2 + phase);
            int before = cluster.scalings.size();
            cluster.pass(60, HOUR / 2);
            List<Scaling> after = cluster.scalings.subList(before, cluster.scalings.size());
            assertThat(after).as("phase %s", phase).isNotEmpty().hasSizeLessThanOrEqualTo(8);
            assertThat(after.get(Math.min(1, after.size() - 1)).to)
                    .as("phase %s, scalings %s", phase, after)
                    .isGreaterThanOrEqualTo(6);
            assertThat(cluster.wanted).as("phase %s", phase).isBetween(7, 11);
        }
    }

    private record Scaling(int second, int from, int to) {

        boolean isRise() {
            return to > from;
        }
    }

    private static final class Cluster {

        private final int secondsPerJob;
        private final Random random;
        private final QueueNeed need = new QueueNeed(TARGET_WAIT);
        /** Seconds, and how many jobs came in each. */
        private final Deque<int[]> backlog = new ArrayDeque<>();
        /** Seconds, and up to how many nodes there are from then on. */
        private final Deque<int[]> starting = new ArrayDeque<>();

        private final List<Scaling> scalings = new ArrayList<>();
        private int second;
        private int nodes = 1;
        private int wanted = 1;
        private int running;
        private int started;
        private int late;

        Cluster(int secondsPerJob, int seed) {
            this.secondsPerJob = secondsPerJob;
            this.random = new Random(seed);
        }

        void pass(double busy, int seconds) {
            for (int i = 0; i < seconds; i++) {
                pass(busy);
            }
        }

        /** A second passes, in which jobs come that keep so many places busy. */
        void pass(double busy) {
            if (!starting.isEmpty() && starting.getFirst()[0] <= second) {
                nodes = Math.max(nodes, Math.min(starting.removeFirst()[1], wanted));
            }
            end();
            enqueue(byChance(busy / secondsPerJob));
            start();
            if (second % BETWEEN_SAMPLES == 0) {
                sample();
            }
            second++;
        }

        void enqueue(int jobs) {
            if (jobs > 0) {
                backlog.add(new int[] {second, jobs});
            }
        }

        private void end() {
            int before = running;
            for (int i = 0; i < before; i++) {
                if (random.nextDouble() * secondsPerJob < 1) {
                    running--;
                }
            }
        }

        private void start() {
            int free = nodes * PLACES - running;
            while (free > 0 && !backlog.isEmpty()) {
                int[] first = backlog.getFirst();
                int jobs = Math.min(free, first[1]);
                first[1] -= jobs;
                free -= jobs;
                running += jobs;
                started += jobs;
                if (second - first[0] > TARGET_WAIT) {
                    late += jobs;
                }
                if (first[1] == 0) {
                    backlog.removeFirst();
                }
            }
        }

        private void sample() {
            int waiting = backlog.stream().mapToInt(each -> each[1]).sum();
            int oldest = backlog.isEmpty() ? 0 : second - backlog.getFirst()[0];
            int busy = Math.min(running, nodes * PLACES);
            int next = need.next(new Seen(second, nodes, PLACES, busy, waiting, secondsPerJob, oldest, false));
            if (next == wanted) {
                return;
            }
            scalings.add(new Scaling(second, wanted, next));
            wanted = next;
            if (next > nodes) {
                starting.add(new int[] {second + TO_START, next});
            } else {
                nodes = next;
            }
        }

        /** Returns a number by Poisson's distribution. */
        private int byChance(double mean) {
            if (mean > 30) {
                return (int) Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
            }
            int count = 0;
            double product = random.nextDouble();
            for (double end = Math.exp(-mean); product > end; product *= random.nextDouble()) {
                count++;
            }
            return count;
        }
    }
}
