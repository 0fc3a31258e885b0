package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.faults.limit.Clock;
import io.baton.faults.limit.LimitNodes;
import io.baton.faults.server.Server;
import java.time.Duration;
import java.util.List;

/** Lets a database cluster lose its leader, once. A server that is no cluster loses nothing. */
public final class LeaderLoss {

    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Server server;
    private final Clock clock;
    private List<LimitNodes.Span> outages = List.of();

    /** Creates one of this server, whose clock this is. */
    public LeaderLoss(Server server, Clock clock) {
        this.server = server;
        this.clock = clock;
    }

    /** Injects it before the next process starts; a process may end that starts meanwhile. */
    public void before(Runnable start) {
        if (isOfCluster() && outages.isEmpty()) {
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
}
