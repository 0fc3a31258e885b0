package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.limit.Clock;
import io.baton.faults.limit.LimitNodes;
import io.baton.faults.server.Server;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Lets a database cluster lose its leader, once. A server that is no cluster loses nothing. */
public final class LeaderLoss {

    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Server server;
    private final Clock clock;
    private List<LimitNodes.Span> outages = List.of();
    private long jobs;

    /** Creates one of this server, whose clock this is. */
    public LeaderLoss(Server server, Clock clock) {
        this.server = server;
        this.clock = clock;
    }

    /** Injects it before the next process starts; a process may end that starts meanwhile. */
    public void before(Runnable start) {
        if (isOfCluster() && outages.isEmpty()) {
            jobs = Objects.requireNonNull(
                    clock.jdbc().queryForObject("SELECT COUNT(*) FROM baton_job WHERE state <> 5", Long.class));
            long from = clock.read();
            server.kill();
            server.restart();
            Await.require(this::responds, LONGEST, "the database does not respond");
            outages = List.of(new LimitNodes.Span(from, clock.read()));
        }
        start.run();
    }

    private boolean responds() {
        try {
            return clock.read() > 0;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Returns whether there is a leader to be lost. */
    public boolean isOfCluster() {
        return server.process() instanceof ClusterServer;
    }

    /** Returns when the cluster was without a leader. */
    public List<LimitNodes.Span> outages() {
        return outages;
    }

    /** Writes down how often it was, and whether jobs were under way then. */
    public void report(Report report) {
        report.figures().put("failovers", outages.size());
        if (isOfCluster()) {
            report.figures().put("failover_jobs", jobs);
            report.check(jobs > 0, "nothing is proved, since no job was left when the cluster lost its leader");
        }
    }
}
