package io.baton.batch;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The items of a group, with one bit each. Acknowledgements apply in any order: an end is final, and deaths and revivals cancel each other. */
public final class GroupItems {

    private final long id;
    private final BitSet open;
    private final BitSet dead;
    private final Map<Integer, Integer> deaths = new HashMap<>();
    private int cancelled;

    /** Creates the items of a group: those that have not ended, which of these have died, and how many were cancelled. */
    public GroupItems(long id, BitSet open, BitSet dead, int cancelled) {
        this.id = id;
        this.open = open;
        this.dead = dead;
        this.cancelled = cancelled;
    }

    /** Applies an acknowledgement to some items. Items that have ended do not change. */
    void apply(AckKind kind, List<Integer> items) {
        for (int item : items) {
            switch (kind) {
                case DONE, CANCELLED -> end(item, kind == AckKind.CANCELLED);
                case DEAD -> deaths.merge(item, 1, Integer::sum);
                case REVIVED -> deaths.merge(item, -1, Integer::sum);
            }
        }
    }

    public boolean hasEnded(int item) {
        return !open.get(item);
    }

    private void end(int item, boolean wasCancelled) {
        if (open.get(item)) {
            open.clear(item);
            cancelled += wasCancelled ? 1 : 0;
        }
    }

    /** Applies the collected deaths and revivals, after the last acknowledgement. */
    void finish() {
        deaths.forEach((item, more) -> dead.set(item, (dead.get(item) ? 1 : 0) + more > 0));
        deaths.clear();
        dead.and(open);
    }

    /** Returns the items that have neither ended nor died. */
    List<Integer> alive() {
        BitSet alive = (BitSet) open.clone();
        alive.andNot(dead);
        return alive.stream().boxed().toList();
    }

    public long id() {
        return id;
    }

    /** Returns how many items have not ended. */
    public int remaining() {
        return open.cardinality();
    }

    /** Returns how many of the open items have died. */
    public int dead() {
        return dead.cardinality();
    }

    public int cancelled() {
        return cancelled;
    }

    public byte[] openBits() {
        return open.toByteArray();
    }

    public byte[] deadBits() {
        return dead.toByteArray();
    }

    /** What happened to an item. The database stores the index of the constant, so their order must not change. */
    public enum AckKind {
        DONE,
        CANCELLED,
        DEAD,
        /** The item had died and will run again. */
        REVIVED
    }
}
