package io.baton.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.baton.faults.batch.BatchFaults;
import io.baton.faults.chaos.Chaos;
import io.baton.faults.chaos.Scale;
import io.baton.faults.crash.CrashPoints;
import io.baton.faults.hostile.Hostile;
import io.baton.faults.order.OrderFaults;
import io.baton.faults.server.Server;
import io.baton.faults.step.StepFaults;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every build breaks, by a seed that it says. A seed that failed is tried again with {@code -Dbaton.faults.seed=N}, or with
 * {@code .ci/faults smoke --seed N}. Time limits are there for what hangs: a slow machine gets less done, and is not wrong.
 */
class FaultTests {

    private static final long SEED =
            Long.getLong("baton.faults.seed", RandomGenerator.getDefault().nextInt(1, 1_000_000));

    @BeforeAll
    static void canBreakSomethingHere() {
        Server.Kind.POSTGRES.missing().ifPresent(why -> {
            System.out.println("SKIPPED: faults, since " + why);
            abort(why);
        });
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void a_fleet_that_is_killed_frozen_and_cut_loses_and_doubles_nothing() throws Exception {
        assertHolds(new Chaos(Scale.SMOKE, Server.Kind.POSTGRES, SEED, "").run());
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void no_crash_at_any_point_loses_or_doubles_anything() throws Exception {
        assertHolds(CrashPoints.run(true));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void hostile_inputs_are_refused_or_come_back_as_they_went_in() throws Exception {
        assertHolds(new Hostile(Server.Kind.POSTGRES, SEED).run());
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void batches_and_flows_whose_processes_are_killed_and_frozen_go_on_once() {
        assertHolds(BatchFaults.smoke(Server.Kind.POSTGRES, SEED));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void sequences_whose_processes_are_killed_and_frozen_run_in_order() {
        assertHolds(OrderFaults.run(Server.Kind.POSTGRES::start, 20, SEED));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void steps_whose_processes_are_killed_and_frozen_take_effect_once() {
        assertHolds(StepFaults.run(Server.Kind.POSTGRES::start, 300, SEED));
    }

    private static void assertHolds(Report report) {
        report.print();
        assertThat(report.violations()).isEmpty();
    }
}
