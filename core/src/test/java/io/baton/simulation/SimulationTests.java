package io.baton.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The engine in thousands of worlds. The build runs the same ones every time; {@code -Dbaton.simulation.seeds=10000} runs more,
 * {@code -Dbaton.simulation.seed=N} begins with another. A seed that fails is told with all that led to it, and alone fails again.
 */
@ExtendWith(Quiet.class)
class SimulationTests {

    private static final long FIRST = Long.getLong("baton.simulation.seed", 1);
    private static final int SEEDS = Integer.getInteger("baton.simulation.seeds", 2_000);
    private static final int ENOUGH = 300;
    private static final Duration TIME = Duration.ofMinutes(30);

    @Test
    void nothing_happens_that_must_not_whatever_the_seed() {
        long start = System.nanoTime();
        Seeds seeds = Seeds.run(Simulation::plain, FIRST, SEEDS, TIME);
        tell(seeds, Duration.ofNanos(System.nanoTime() - start));
        assertThat(seeds.failures()).isEmpty();
        assertThat(seeds.count()).isEqualTo(SEEDS);
        if (SEEDS >= ENOUGH) {
            assertThat(seeds.met()).containsOnlyKeys(Probe.values());
        }
    }

    private static void tell(Seeds seeds, Duration time) {
        System.out.println("Simulated from -Dbaton.simulation.seed=" + FIRST + " on, and met " + seeds.met());
        System.out.println("figure simulation.seeds " + seeds.count());
        System.out.println(String.format(Locale.ROOT, "figure simulation.seconds %.1f", time.toMillis() / 1e3));
        System.out.println("figure simulation.failed " + seeds.failures().size());
    }

    @Test
    void an_outage_alone_is_the_death_of_nobody() {
        Seeds seeds = Seeds.run(() -> new Simulation(Setup::withOutagesOnly, Mutation.NONE), FIRST, ENOUGH, TIME);
        assertThat(seeds.failures()).isEmpty();
        assertThat(seeds.met()).containsKeys(Probe.UNREACHABLE, Probe.COMPLETED);
        assertThat(seeds.met()).doesNotContainKey(Probe.DECLARED_DEAD_THOUGH_ALIVE);
    }

    @Test
    void a_seed_always_makes_the_same_world() {
        try (Simulation simulation = Simulation.plain()) {
            for (long seed = FIRST; seed < FIRST + 20; seed++) {
                assertThat(simulation.trace(seed)).isEqualTo(simulation.trace(seed));
            }
        }
    }
}
