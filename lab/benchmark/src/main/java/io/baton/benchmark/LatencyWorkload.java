package io.baton.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** W3: an idle system, one job each 50 ms; from the return of the enqueue to the start of the handler, in another JVM and in the same. */
final class LatencyWorkload implements Workload {

    private static final int INTERVAL_MILLIS = 50;
    private static final long GRACE_NANOS = 200_000_000;

    /** A virtual machine that has run for a while, as those have whose latency matters: by then it has compiled the road of a job. */
    private static final int WARM_UP_BULK = 10_000;

    private static final int WARM_UP_SINGLES = 2_000;
    private static final int WARM_UP_PACED = 2_000;
    private static final int WARM_UP_MILLIS = 4;

    private static final Entrant PLAIN = Entrant.PLAIN.with("loops=1", "listen=true");
    /** Of all rounds together, which is more than the median of a few. */
    private static final String ALL_P99 = " p99 of all rounds, ms";

    private static final String BATON_OFF = "baton.worker.enabled=false";

    @Override
    public void run(Bench bench) throws Exception {
        List<Road> roads = new ArrayList<>();
        try {
            roads.add(remote(bench, PLAIN, PLAIN));
            roads.add(remote(bench, Entrant.BATON, Entrant.BATON.with(BATON_OFF)));
            roads.add(local(bench, Entrant.BATON));
            if (bench.size().full()) {
                roads.add(remote(bench, Entrant.DB_SCHEDULER, Entrant.DB_SCHEDULER));
                roads.add(local(bench, Entrant.DB_SCHEDULER.with("immediate=true")));
                roads.add(remote(bench, Entrant.JOBRUNR, Entrant.JOBRUNR));
                roads.add(local(bench, Entrant.QUARTZ));
            }
            for (Road road : roads) {
                road.startEnqueuer(bench);
            }
            for (Road road : roads) {
                road.awaitEnqueuer();
            }
            measure(bench, roads);
        } finally {
            roads.forEach(Road::close);
        }
        Report report = bench.report();
        report.ratio("w3.remote_p50_ratio", "w3 remote p50, ms", Entrant.BATON, Entrant.PLAIN);
        report.ratio("w3.remote_p99_ratio", "w3 remote" + ALL_P99, Entrant.BATON, Entrant.PLAIN);
        report.median("w3.remote_p50_ms", "w3 remote p50, ms", Entrant.BATON);
        report.median("w3.local_p50_ms", "w3 local p50, ms", Entrant.BATON);
        report.median("w3.local_p99_ms", "w3 local p99, ms", Entrant.BATON);
    }

    private static Road remote(Bench bench, Entrant worker, Entrant enqueuer) throws Exception {
        return new Road("w3 remote", starting(bench, worker), enqueuer);
    }

    private static Road local(Bench bench, Entrant entrant) throws Exception {
        return new Road("w3 local", starting(bench, entrant), null);
    }

    private static Team starting(Bench bench, Entrant entrant) throws Exception {
        String url = bench.postgres().create(bench.freshName());
        return Team.starting(bench, bench.postgres(), entrant, url);
    }

    private static void measure(Bench bench, List<Road> roads) throws Exception {
        for (Road road : roads) {
            road.team.askAll("on");
            road.warmUp();
        }
        for (int round = 0; round < bench.size().rounds(); round++) {
            for (Road road : roads) {
                road.add(bench.report(), road.sample(road.samples(bench.size())));
            }
        }
        for (Road road : roads) {
            bench.report().add(road.name + ALL_P99, road.team.entrant, Spread.percentile(road.all, 99));
        }
    }

    /** From one JVM to another, or to itself. */
    private static final class Road {

        private final String name;
        private final Team team;
        private final @Nullable Entrant other;
        private final List<Double> all = new ArrayList<>();
        private Jvm enqueuer;

        /** The worker is on its way, and enqueues itself unless there is another entrant for that. */
        private Road(String name, Team team, @Nullable Entrant other) {
            this.name = name;
            this.team = team;
            this.other = other;
            this.enqueuer = team.first();
        }

        void startEnqueuer(Bench bench) throws IOException {
            team.startOthers(0);
            if (other != null) {
                enqueuer = bench.start(other, team.url);
            }
        }

        void awaitEnqueuer() throws IOException {
            if (other != null) {
                enqueuer.reply();
            }
        }

        /** Milliseconds from when the enqueue was called, and from when it returned. */
        record Sample(double fromCall, double fromReturn) {}

        int samples(Size size) {
            return size.samples() / Math.min(4, team.entrant.share());
        }

        List<Sample> sample(int jobs) throws Exception {
            team.askAll("expect", jobs);
            long[] enqueued = enqueuer.numbers("pace " + jobs + " " + INTERVAL_MILLIS);
            awaitAll(jobs);
            // a job that runs again would do so soon
            LockSupport.parkNanos(GRACE_NANOS);
            Runs runs = team.runs();
            runs.verify();
            List<Sample> samples = new ArrayList<>();
            for (int job = 0; job < jobs; job++) {
                long start = runs.startedAt(job);
                samples.add(new Sample((start - enqueued[2 * job]) / 1e6, (start - enqueued[2 * job + 1]) / 1e6));
            }
            return samples;
        }

        void warmUp() throws Exception {
            int share = Math.min(10, team.entrant.share());
            run(WARM_UP_BULK / share, "fill " + WARM_UP_BULK / share);
            run(WARM_UP_SINGLES / share, "enqueue " + WARM_UP_SINGLES / share + " 2");
            team.askAll("expect", WARM_UP_PACED / share);
            enqueuer.numbers("pace " + WARM_UP_PACED / share + " " + WARM_UP_MILLIS);
            awaitAll(WARM_UP_PACED / share);
        }

        private void run(int jobs, String command) throws Exception {
            team.askAll("expect", jobs);
            enqueuer.ask(command);
            awaitAll(jobs);
        }

        private void awaitAll(int jobs) throws Exception {
            Patience.upTo(Duration.ofMinutes(1)).until("jobs have run", () -> team.count() >= jobs);
        }

        void add(Report report, List<Sample> samples) {
            List<Double> fromCall = samples.stream().map(Sample::fromCall).toList();
            List<Double> fromReturn = samples.stream().map(Sample::fromReturn).toList();
            all.addAll(fromReturn);
            report.add(name + " p50, ms", team.entrant, Spread.percentile(fromReturn, 50));
            report.add(name + " p99, ms", team.entrant, Spread.percentile(fromReturn, 99));
            report.add(name + " from call p50, ms", team.entrant, Spread.percentile(fromCall, 50));
        }

        void close() {
            enqueuer.close();
            team.close();
        }
    }
}
