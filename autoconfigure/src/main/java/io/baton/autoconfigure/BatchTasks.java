package io.baton.autoconfigure;

import io.baton.batch.PurgeBatches;
import io.baton.batch.RepairBatches;
import io.baton.sweep.SweepTask;
import java.time.Duration;

/** Gives the repair and the purge of batches their turns among the others. */
record BatchTasks(RepairBatches repair, PurgeBatches purge) implements SweepTask {

    @Override
    public Duration sweep() {
        Duration repaired = repair.sweep();
        Duration purged = purge.sweep();
        return repaired.compareTo(purged) < 0 ? repaired : purged;
    }
}
