package io.baton;

import java.util.UUID;

/**
 * The share of one of several jobs that work on the same list: each id of the list belongs to exactly one of these jobs. A handler takes this as a
 * parameter; {@link Jobs#enqueuePartitioned} stores the jobs.
 *
 * @param index the number of the share, from 0
 * @param count how many shares there are
 */
public record Partition(int index, int count) {

    /** The share of a job that works on the whole list. */
    public static final Partition WHOLE = new Partition(0, 1);

    public Partition {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("There is no partition " + index + " of " + count);
        }
    }

    /**
     * Returns whether an id belongs to this share. The remainder of the id decides, also of a negative one. Ids with regular gaps, such as even ones
     * only, may leave shares empty.
     */
    public boolean owns(long id) {
        return Math.floorMod(id, count) == index;
    }

    /** Returns whether an id belongs to this share. Its hash decides, which never changes. */
    public boolean owns(UUID id) {
        return owns(Long.hashCode(id.getMostSignificantBits() ^ id.getLeastSignificantBits()));
    }

    /** Returns whether a text belongs to this share. Its hash decides, which never changes. */
    public boolean owns(String text) {
        int hash = text.hashCode();
        return owns(hash ^ (hash >>> Short.SIZE));
    }

    /**
     * Returns an SQL condition that holds for the same ids as {@link #owns(long)}, on every supported database. The condition uses no index: each
     * partition reads the whole list.
     *
     * @param column the name of a column of whole numbers; the text contains it unchanged, so it must not come from outside
     */
    public String sql(String column) {
        return "MOD(MOD(" + column + ", " + count + ") + " + count + ", " + count + ") = " + index;
    }
}
