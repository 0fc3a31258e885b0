package io.baton.faults.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** The faults of a database cluster. */
enum ClusterFault {
    /** The server of the leader and its cluster manager are killed. */
    KILL_LEADER(Recovery.BY_ANOTHER_LEADER),
    /** A node that does not lead is killed. */
    KILL_FOLLOWER(Recovery.ITSELF),
    /** Another node becomes the leader in good order. */
    SWITCH_OVER(Recovery.ITSELF),
    /** The leader does not respond, and its connections stay open. */
    FREEZE_LEADER(Recovery.BY_ANOTHER_LEADER),
    /** The leader reaches clients, and no other node. */
    CUT_LEADER(Recovery.BY_ANOTHER_LEADER),
    /** No node reaches another one, and clients reach each. */
    CUT_MAJORITY(Recovery.WHEN_UNDONE),
    /** Clients do not reach the leader, which the other nodes do. */
    CUT_CLIENTS(Recovery.WHEN_UNDONE),
    /** The manager of the leader is frozen, and the server is not: another node becomes leader beside it. */
    TWO_LEADERS(Recovery.WHEN_UNDONE),
    /** All nodes but the leader are frozen. */
    LOSE_QUORUM(Recovery.WHEN_UNDONE),
    /** Each node of the database is restarted in good order, one after the other. */
    RESTART_DATABASE(Recovery.ITSELF),
    /** The same, while the processes of the application are replaced one after the other. */
    RESTART_BOTH(Recovery.ITSELF);

    private static final Duration FORGOTTEN = Duration.ofSeconds(2);

    private final Recovery recovery;

    ClusterFault(Recovery recovery) {
        this.recovery = recovery;
    }

    /** After what the cluster takes writes again. */
    enum Recovery {
        /** Without a change of the leader, or the fault itself is such a change. */
        ITSELF,
        /** After another node has become the leader. */
        BY_ANOTHER_LEADER,
        /** After the fault is undone. */
        WHEN_UNDONE
    }

    Recovery recovery() {
        return recovery;
    }

    /** Returns its name in histories. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns how old a claim may be that is lost with the leader. PostgreSQL does not wait for the disk, nor for a standby, when a claim commits, since it is a
     * lease only. Zero if the fault loses none.
     */
    Duration forgets(ClusterKind kind) {
        boolean losesLeader =
                switch (this) {
                    case KILL_LEADER, FREEZE_LEADER, CUT_LEADER, CUT_MAJORITY, TWO_LEADERS, LOSE_QUORUM -> true;
                    case KILL_FOLLOWER, SWITCH_OVER, CUT_CLIENTS, RESTART_DATABASE, RESTART_BOTH -> false;
                };
        return losesLeader && kind == ClusterKind.PATRONI ? FORGOTTEN : Duration.ZERO;
    }

    private boolean isPossibleOn(ClusterKind kind) {
        return this != TWO_LEADERS || kind == ClusterKind.PATRONI;
    }

    /** Returns so many faults at least, of which each kind comes once before any comes again, in an order that the seed determines. */
    static List<ClusterFault> plan(ClusterKind kind, long seed, int least) {
        Random random = new Random(seed);
        List<ClusterFault> plan = new ArrayList<>();
        while (plan.size() < least) {
            List<ClusterFault> round = new ArrayList<>(Arrays.stream(values())
                    .filter(fault -> fault.isPossibleOn(kind))
                    .toList());
            Collections.shuffle(round, random);
            plan.addAll(round);
        }
        return plan;
    }
}
