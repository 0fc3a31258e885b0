package io.baton.autoconfigure;

import io.baton.permit.RepairPermits;
import io.baton.sweep.SweepTask;
import java.time.Duration;

/** Gives the repair of permits its turns among the others. */
record RepairPermitsTask(RepairPermits repair) implements SweepTask {

    @Override
    public Duration sweep() {
        return repair.sweep();
    }
}
