package io.baton.monitor;

import io.baton.BatchId;
import io.baton.monitor.Monitor.PermitUse;
import io.baton.monitor.Monitor.QueueStatus;
import io.baton.monitor.Monitor.RateUse;
import java.util.List;

/**
 * How the cluster was at one moment.
 *
 * @param workers how many live
 * @param openBatches of the newest ones
 * @param stuckBatches some of those that cannot go on
 * @param died how many jobs died within the last five minutes
 */
public record Sample(
        List<QueueStatus> queues,
        long workers,
        List<PermitUse> permits,
        List<RateUse> rates,
        long openBatches,
        List<BatchId> stuckBatches,
        long died) {}
