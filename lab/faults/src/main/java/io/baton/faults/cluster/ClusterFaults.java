package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Injects the faults of a plan, one after the other. Before the next one the cluster is whole and takes writes. */
final class ClusterFaults {

    private static final Duration LONGEST_RECOVERY = Duration.ofMinutes(2);
    private static final Duration LONGEST_RESTART = Duration.ofMinutes(15);
    private static final Duration HELD = Duration.ofSeconds(15);
    private static final Duration TWO_AT_ONCE = Duration.ofSeconds(4);
    private static final int FEWEST_MILLIS_BETWEEN = 4_000;
    private static final int MORE_MILLIS_BETWEEN = 8_000;

    private final ClusterKind kind;
    private final DatabaseCluster cluster;
    private final ClusterNodes application;
    private final WriteProbe probe;
    private final HistoryWriter history;
    private final Random random;
    private final List<Double> recoveries = new ArrayList<>();
    private double longestBeyondElection;
    private final Set<ClusterFault> kinds = new HashSet<>();

    ClusterFaults(
            ClusterKind kind,
            DatabaseCluster cluster,
            ClusterNodes application,
            WriteProbe probe,
            HistoryWriter history,
            long seed) {
        this.kind = kind;
        this.cluster = cluster;
        this.application = application;
        this.probe = probe;
        this.history = history;
        this.random = new Random(seed);
    }

    /** Injects the first faults of the plan, and further ones until the time is over. */
    void run(List<ClusterFault> plan, int least, Duration lasts) {
        long start = System.nanoTime();
        for (ClusterFault fault : plan) {
            if (recoveries.size() >= least && System.nanoTime() - start > lasts.toNanos()) {
                return;
            }
            Await.pause(Duration.ofMillis(FEWEST_MILLIS_BETWEEN + random.nextInt(MORE_MILLIS_BETWEEN)));
            execute(fault);
        }
    }

    /** Returns for how many seconds the cluster took no writes, by fault. */
    List<Double> recoveries() {
        return recoveries;
    }

    /** Returns for how many seconds it took no writes beyond the time until another node was the leader, at most, by the faults that make one necessary. */
    double longestBeyondElection() {
        return longestBeyondElection;
    }

    Set<ClusterFault> kinds() {
        return kinds;
    }

    private void execute(ClusterFault fault) {
        int leader = cluster.awaitLeader(LONGEST_RECOVERY);
        List<Integer> followers =
                DatabaseCluster.NODES.stream().filter(node -> node != leader).toList();
        String id = "fault-" + (recoveries.size() + 1);
        long forgets = fault.forgets(kind).toMillis();
        history.write(Word.FAULT, Map.of("id", id, "kind", fault.label(), "target", "*", "forgets", forgets));
        long begin = System.nanoTime();
        inject(fault, leader, followers);
        double election = awaitRecovery(fault, leader, begin);
        if (election > 0) {
            double gap = probe.longestGapSince(begin).toMillis() / 1_000.0;
            longestBeyondElection = Math.max(longestBeyondElection, gap - election);
        }
        long undone = System.nanoTime();
        repair();
        awaitWrite(fault);
        Duration recovery = fault.recovery() == ClusterFault.Recovery.WHEN_UNDONE
                ? Duration.ofNanos(probe.firstAfter(undone) - undone)
                : probe.longestGapSince(begin);
        double seconds = recovery.toMillis() / 1_000.0;
        history.write(Word.HEALED, Map.of("id", id));
        System.out.println(
                fault.label() + ": " + seconds + " s" + (election > 0 ? ", the election " + election + " s" : ""));
        recoveries.add(seconds);
        kinds.add(fault);
    }

    private void inject(ClusterFault fault, int leader, List<Integer> followers) {
        switch (fault) {
            case KILL_LEADER -> cluster.kill(leader);
            case KILL_FOLLOWER -> cluster.kill(followers.get(random.nextInt(followers.size())));
            case SWITCH_OVER -> cluster.switchover();
            case FREEZE_LEADER -> cluster.freeze(leader, "all");
            case CUT_LEADER -> cluster.cut(leader, "peers");
            case CUT_MAJORITY -> followers.forEach(node -> cluster.cut(node, "peers"));
            case CUT_CLIENTS -> cluster.cut(leader, "clients");
            case TWO_LEADERS -> cluster.freeze(leader, "manager");
            case LOSE_QUORUM -> followers.forEach(node -> cluster.freeze(node, "all"));
            case RESTART_DATABASE -> restartDatabase();
            case RESTART_BOTH -> restartBoth();
        }
    }

    private void restartDatabase() {
        DatabaseCluster.NODES.forEach(cluster::restart);
    }

    private void restartBoth() {
        CompletableFuture<Void> other = CompletableFuture.runAsync(application::restartAll);
        restartDatabase();
        try {
            other.get(LONGEST_RESTART.toMinutes(), TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The application was not restarted", e);
        }
    }

    /** Waits for what has to happen while the fault lasts; returns for how many seconds until another node was the leader, if one had to be. */
    private double awaitRecovery(ClusterFault fault, int leader, long begin) {
        long elected = begin;
        if (fault == ClusterFault.TWO_LEADERS || fault.recovery() == ClusterFault.Recovery.BY_ANOTHER_LEADER) {
            Await.require(
                    () -> cluster.leader().orElse(leader) != leader,
                    LONGEST_RECOVERY,
                    "no other node became the leader after " + fault.label());
            elected = System.nanoTime();
        }
        if (fault.recovery() == ClusterFault.Recovery.WHEN_UNDONE) {
            Await.pause(fault == ClusterFault.TWO_LEADERS ? TWO_AT_ONCE : HELD);
            return 0;
        }
        awaitWrite(fault);
        return TimeUnit.NANOSECONDS.toMillis(elected - begin) / 1_000.0;
    }

    /** Makes the cluster whole again. */
    void repair() {
        cluster.heal();
        DatabaseCluster.NODES.forEach(cluster::revive);
    }

    private void awaitWrite(ClusterFault fault) {
        long now = System.nanoTime();
        if (!probe.awaitWriteAfter(now, LONGEST_RECOVERY)) {
            throw new IllegalStateException("The cluster takes no writes after " + fault.label());
        }
    }
}
