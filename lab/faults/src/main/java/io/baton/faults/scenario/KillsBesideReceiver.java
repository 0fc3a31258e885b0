package io.baton.faults.scenario;

import io.baton.Jobs;
import io.baton.faults.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.springframework.context.ConfigurableApplicationContext;

/** Workers are killed while they call a receiver: it sees again no more calls than were under way there, and of a limit never more than its permits. */
final class KillsBesideReceiver implements Scenario {

    private static final int PERMITS = 4;
    private static final int MERCHANTS = 3;
    private static final int CALLS = 2_400;
    private static final int NODES = 3;
    private static final int KILLS = 3;
    private static final int CALLS_BEFORE_KILL = 40;
    private static final int[] MILLIS = {2, 100, 250};

    @Override
    public String name() {
        return "push";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        try (CountingReceiver receiver = new CountingReceiver();
                ConfigurableApplicationContext application =
                        cluster.withoutWorker("--baton.semaphores.merchant=" + PERMITS)) {
            run(cluster, report, receiver, application.getBean(Jobs.class));
        }
    }

    private static void run(Cluster cluster, Report report, CountingReceiver receiver, Jobs jobs) {
        List<NodeProcess> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(node(cluster, receiver));
        }
        jobs.enqueueAll(IntStream.range(0, CALLS)
                .mapToObj(i -> new MerchantHandlers.Call(i % MERCHANTS, MILLIS[i / MERCHANTS % MILLIS.length])));
        List<Flight> flights = new ArrayList<>();
        for (int i = 0; i < KILLS && cluster.breaks(); i++) {
            flights.add(kill(cluster, receiver, nodes.remove(0)));
            nodes.add(node(cluster, receiver));
        }
        Cluster.require(cluster::drained, "calls are left over");
        long underWay =
                flights.stream().mapToLong(flight -> flight.jobs().size()).sum();
        Map<Long, Integer> starts = receiver.starts();
        long repeats = starts.values().stream().mapToLong(count -> count - 1).sum();
        long beyond = starts.entrySet().stream()
                .mapToLong(job -> Math.max(0, job.getValue() - 1 - kills(flights, job.getKey())))
                .sum();
        long ofOne = flights.stream().mapToLong(Flight::mostOfOne).max().orElse(0);
        report.figures().put("started_beyond_flight", beyond);
        report.figures().put("in_flight", underWay);
        report.figures().put("started_again", repeats);
        report.figures().put("most_in_flight_of_one", ofOne);
        report.figures().put("most_at_once", receiver.mostAtOnce());
        report.check(
                flights.size() == KILLS && repeats > 0,
                "nothing is proved: " + flights.size() + " kills, after which " + repeats + " calls were repeated");
        report.check(starts.size() == CALLS, "of " + CALLS + " calls " + starts.size() + " were made");
        report.check(beyond == 0, beyond + " calls were repeated that were not under way in a worker that was killed");
        report.check(repeats <= underWay, repeats + " repeats of " + underWay + " calls that were under way");
        report.check(
                ofOne <= PERMITS, ofOne + " calls of one merchant were under way in one worker, which has " + PERMITS);
        report.check(receiver.mostAtOnce() == PERMITS, "most calls of a merchant at once: " + receiver.mostAtOnce());
    }

    private static NodeProcess node(Cluster cluster, CountingReceiver receiver) {
        return cluster.node(
                "--knows.merchants=true",
                "--receiver=" + receiver.port(),
                "--baton.semaphores.merchant=" + PERMITS,
                "--baton.worker.concurrency=8");
    }

    /** How many of the kills it was under way in. */
    private static long kills(List<Flight> flights, long job) {
        return flights.stream().filter(flight -> flight.jobs().containsKey(job)).count();
    }

    /** What a worker held when it was killed: what it claims in the table later than that has not started. */
    private static Flight kill(Cluster cluster, CountingReceiver receiver, NodeProcess node) {
        int before = receiver.starts().size();
        long worker = cluster.count("SELECT id FROM baton_worker WHERE name = ? AND NOT dead", node.name());
        Cluster.require(
                () -> receiver.starts().size() >= before + CALLS_BEFORE_KILL
                        && !held(cluster, worker).isEmpty(),
                "the one that is to be killed does not call");
        node.kill();
        Map<Long, Integer> started = receiver.starts();
        Map<Long, String> held = held(cluster, worker);
        held.keySet().retainAll(started.keySet());
        return new Flight(held);
    }

    /** The permits of the jobs that it holds. */
    private static Map<Long, String> held(Cluster cluster, long worker) {
        Map<Long, String> held = new HashMap<>();
        cluster.jdbc.query(
                "SELECT p.job_id, p.name FROM baton_job j JOIN baton_permit p ON p.job_id = j.id"
                        + " WHERE j.state = 2 AND p.state = 2 AND j.worker_id = ?",
                row -> {
                    held.put(row.getLong(1), row.getString(2));
                },
                worker);
        return held;
    }

    /** The permits of the jobs that a worker had started and not completed. */
    private record Flight(Map<Long, String> jobs) {

        long mostOfOne() {
            return jobs.values().stream()
                    .distinct()
                    .mapToLong(
                            name -> jobs.values().stream().filter(name::equals).count())
                    .max()
                    .orElse(0);
        }
    }
}
