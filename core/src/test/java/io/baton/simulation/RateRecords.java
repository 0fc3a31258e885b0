package io.baton.simulation;

import io.baton.Rate;
import io.baton.job.ClaimedJob;
import java.util.ArrayList;
import java.util.List;

/** When jobs were claimed that need a permit of a rate: in no time more than come in it, two bursts apart. */
final class RateRecords {

    /** The database tells microseconds. */
    private static final double ROUNDED = 0.01;

    private final World world;
    private final Findings findings;
    private final List<Long> starts = new ArrayList<>();

    RateRecords(World world, Findings findings) {
        this.world = world;
        this.findings = findings;
    }

    /** These were claimed. What counts is the clock of the database, which must not jump. */
    void claimed(List<ClaimedJob> jobs) {
        Rate rate = world.limits().rate();
        if (rate == null || world.setup().clockJumps()) {
            return;
        }
        for (ClaimedJob job : jobs) {
            if (world.limits().isRated(job.id())) {
                starts.add(world.timeline().now());
                check(rate);
            }
        }
    }

    private void check(Rate rate) {
        long last = starts.get(starts.size() - 1);
        for (int first = 0; first < starts.size(); first++) {
            long time = last - starts.get(first);
            double most = 2.0 * rate.burst()
                    + (double) rate.permits() * time / rate.per().toNanos();
            int started = starts.size() - first;
            findings.require(
                    started <= most + ROUNDED,
                    () -> started + " jobs started within " + time / 1_000_000 + " ms at a rate of " + rate);
            if (started > 1 && started > most - 1) {
                findings.met(Probe.RATE_REACHED);
            }
        }
    }
}
