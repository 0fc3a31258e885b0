package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.faults.server.Server;
import io.baton.testing.server.DatabaseProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A database cluster in the place of a server: what is killed is its leader, and another node responds afterwards. */
public final class ClusterServer implements DatabaseProcess {

    private static final Duration LONGEST_ELECTION = Duration.ofMinutes(2);

    private final ClusterKind kind;
    private final DatabaseCluster cluster;
    private int killed;

    private ClusterServer(ClusterKind kind, DatabaseCluster cluster) {
        this.kind = kind;
        this.cluster = cluster;
    }

    /**
     * Starts the cluster that is named, {@code patroni} or {@code galera}, below this directory.
     *
     * @throws Unavailable if there can be no such cluster on this machine
     */
    public static Server start(String name, Path directory) {
        ClusterKind kind = ClusterKind.of(List.of(name));
        Server.Kind speech =
                switch (kind) {
                    case PATRONI -> Server.Kind.POSTGRES;
                    case GALERA -> Server.Kind.MARIADB;
                    case GROUP -> throw new IllegalArgumentException("patroni or galera, not " + name);
                };
        return new Server(speech, new ClusterServer(kind, DatabaseCluster.start(kind, directory)));
    }

    /** Kills everything on the node that leads. */
    @Override
    public void kill() {
        killed = cluster.awaitLeader(LONGEST_ELECTION);
        cluster.kill(killed);
    }

    /** Waits until another node leads. The one that was killed stays dead, so that all clients write to the same node again. */
    @Override
    public void restart() {
        Await.require(
                () -> cluster.leader().orElse(killed) != killed,
                LONGEST_ELECTION,
                "no other node of the cluster leads");
    }

    /** There is none: each node has an address of its own. */
    @Override
    public int port() {
        return 0;
    }

    @Override
    public String url(int port, String database) {
        return cluster.url(1);
    }

    @Override
    public String user() {
        return kind.user();
    }

    @Override
    public long pid() {
        throw new UnsupportedOperationException("A cluster has many processes");
    }

    /** The script has created it. */
    @Override
    public void createDatabase(String name) {}

    @Override
    public void close() {
        cluster.close();
    }
}
