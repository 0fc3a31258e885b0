package io.baton.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * In any time no more runs start than the rate allows, and two bursts; as many more as in the jitter, by which starts lag behind their admission. Starts of
 * processes that a fault hits may lag by any time, and are left out.
 */
record RateLimits(History history, Claims claims, Findings findings) implements Check {

    private static final double ROUNDED = 1e-6;

    @Override
    public void check() {
        Map<String, List<Long>> starts = new TreeMap<>();
        for (Run run : history.runs.values()) {
            if (!run.rates.isEmpty() && !claims.mayBeLate(run)) {
                for (String rate : run.rates) {
                    findings.judged++;
                    starts.computeIfAbsent(rate, name -> new ArrayList<>()).add(run.start);
                }
            }
        }
        starts.forEach(this::limited);
    }

    /** Compares the backlog of a bucket that leaks at this rate with the lowest that there was before. */
    private void limited(String name, List<Long> starts) {
        History.Rate rate = History.declared(history.rates, name);
        if (rate == null) {
            findings.broken("the history has no rate of " + name);
            return;
        }
        starts.sort(null);
        double perNano = (double) rate.permits() / rate.perNanos();
        double allowed = 2.0 * rate.burst() + perNano * history.jitter + ROUNDED;
        double lowest = Double.MAX_VALUE;
        for (int i = 0; i < starts.size(); i++) {
            double level = i - perNano * (starts.get(i) - starts.get(0));
            lowest = Math.min(lowest, level);
            if (level - lowest + 1 > allowed) {
                findings.broken("more runs of " + name + " start than its rate allows, up to " + starts.get(i));
            }
        }
    }
}
