package io.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.faults.chaos.Chaos;
import io.baton.faults.chaos.Scale;
import io.baton.faults.crash.CrashPoints;
import io.baton.faults.hostile.Hostile;
import io.baton.faults.server.Server;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every build breaks, with a seed of its own that it says. A seed that fails goes with {@code .ci/faults .. --seed N}. */
class FaultTests {

    private static final long SEED = RandomGenerator.getDefault().nextInt(1, 1_000_000);

    @Test
    @Tag("chaos")
    void a_fleet_that_is_killed_frozen_and_cut_loses_and_doubles_nothing() throws Exception {
        assertHolds(new Chaos(Scale.SMOKE, Server.Kind.POSTGRES, SEED, "").run());
    }

    @Test
    @Tag("crash")
    void no_crash_at_any_point_loses_or_doubles_anything() throws Exception {
        assertHolds(CrashPoints.run(true));
    }

    @Test
    @Tag("hostile")
    void hostile_inputs_are_refused_or_come_back_as_they_went_in() throws Exception {
        assertHolds(new Hostile(Server.Kind.POSTGRES, SEED).run());
    }

    private static void assertHolds(Report report) {
        report.print();
        assertThat(report.violations()).isEmpty();
    }
}
