package io.baton.faults.limit;

import io.baton.Jobs;
import io.baton.Rate;
import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.context.ApplicationContext;

/** 100 jobs per second for a minute, by three processes with the settings that an application has unless it says something. */
record Rates(Cluster cluster, ApplicationContext context, Tables tables, Report report) {

    private static final int NODES = 3;
    private static final int PERMITS = 100;
    private static final Duration PER = Duration.ofSeconds(1);
    private static final Duration LASTS = Duration.ofSeconds(60);
    private static final double HIGHEST = 1.05;
    private static final double LOWEST = 0.95;
    private static final double SECOND = 1e6;

    void run() {
        Clock clock = new Clock(tables.kind(), tables.jdbc());
        LimitNodes nodes = new LimitNodes(
                cluster,
                clock,
                "--knows.rates=true",
                "--micros=" + clock.now(),
                "--baton.rate-limits.api.permits=" + PERMITS,
                "--baton.rate-limits.api.per=" + PER.toSeconds() + "s",
                "--baton.worker.heartbeat=2s",
                "--baton.worker.dead-after=10s",
                "--baton.worker.poll-interval=1s",
                "--baton.worker.concurrency=10");
        nodes.start(NODES);
        int jobs = (int) (PERMITS * LASTS.toSeconds() / PER.toSeconds());
        context.getBean(Jobs.class)
                .enqueueAll(
                        IntStream.range(0, jobs).mapToObj(LimitWork.Call::new).toList());
        report.check(Cluster.await(tables::drained), "jobs that start at a limited rate are left over");
        nodes.killAll();
        List<Long> starts = tables.started();
        report.check(starts.size() == jobs, "of " + jobs + " jobs " + starts.size() + " started");
        measure(starts);
    }

    private void measure(List<Long> starts) {
        Window worst = worst(starts);
        report.figures().ratio("worst_window_ratio", worst.ratio());
        report.figures().ratio("worst_window_s", worst.seconds());
        report.figures().put("worst_window_starts", worst.starts());
        report.check(worst.ratio() <= HIGHEST, "more jobs start than their rate lets: " + worst);
        for (double seconds : new double[] {0.1, 1, 5}) {
            report.figures().put("most_in_" + (int) (seconds * 1_000) + "_ms", mostWithin(starts, seconds));
        }
        report.figures().ratio("longest_gap_s", longestGap(starts));
        double lasted = (starts.get(starts.size() - 1) - starts.get(0)) / SECOND;
        double achieved = (starts.size() - 1) / lasted / PERMITS * PER.toSeconds();
        report.figures().ratio("achieved_ratio", achieved);
        report.check(achieved >= LOWEST, "jobs start at a lower rate than they may: " + achieved);
    }

    /**
     * A time that begins with a start and ends with one.
     *
     * @param ratio of its starts to those that are allowed
     */
    private record Window(double seconds, int starts, double ratio) {}

    /** Every time between two starts is looked at. */
    private static Window worst(List<Long> starts) {
        int burst = Rate.of(PERMITS, PER).burst();
        Window worst = new Window(0, 0, 0);
        for (int from = 0; from < starts.size(); from++) {
            for (int to = from; to < starts.size(); to++) {
                double seconds = (starts.get(to) - starts.get(from)) / SECOND;
                double ratio = (to - from + 1) / (seconds * PERMITS / PER.toSeconds() + 2 * burst);
                if (ratio > worst.ratio()) {
                    worst = new Window(seconds, to - from + 1, ratio);
                }
            }
        }
        return worst;
    }

    private static double longestGap(List<Long> starts) {
        long longest = 0;
        for (int i = 1; i < starts.size(); i++) {
            longest = Math.max(longest, starts.get(i) - starts.get(i - 1));
        }
        return longest / SECOND;
    }

    private static int mostWithin(List<Long> starts, double seconds) {
        int most = 0;
        int from = 0;
        for (int to = 0; to < starts.size(); to++) {
            while (starts.get(to) - starts.get(from) > seconds * SECOND) {
                from++;
            }
            most = Math.max(most, to - from + 1);
        }
        return most;
    }
}
