package io.baton.benchmark;

import java.util.List;

/**
 * A part of an observation.
 *
 * @param before the last moment before it
 * @param claims how long each claim took towards its end, in milliseconds, as the server logged it
 * @param lockWaits that took longer than {@link Replay#LOCK_WAIT}, in milliseconds
 * @param cpuSeconds of the contestant and the server
 */
record Phase(Moment before, List<Moment> moments, List<Double> claims, List<Double> lockWaits, double cpuSeconds) {

    Moment end() {
        return moments.get(moments.size() - 1);
    }

    long enqueued() {
        return end().enqueued() - before.enqueued();
    }

    long completed() {
        return end().completed() - before.completed();
    }

    double perSecond(long jobs) {
        return jobs / (end().second() - before.second());
    }

    double cpuPerThousand() {
        return cpuSeconds / completed() * 1_000;
    }

    long mostDeadRows() {
        return moments.stream().mapToLong(Moment::deadRows).max().orElseThrow();
    }

    double waited(double percent) {
        return moments.stream().map(Moment::waits).collect(Waits.all()).percentile(percent);
    }

    double claim(double percent) {
        return claims.isEmpty() ? Double.NaN : Spread.percentile(claims, percent);
    }

    double longestLockWait() {
        return lockWaits.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}
