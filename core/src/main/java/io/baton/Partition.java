package io.baton;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The share of one of several jobs that work on the same list: each id of the list belongs to exactly one of these jobs. A handler takes this as a
 * parameter; {@link Jobs#enqueuePartitioned} stores the jobs.
 *
 * @param index the number of the share, from 0
 * @param count how many shares there are
 * @param strategy how ids are shared
 */
public record Partition(int index, int count, PartitionStrategy strategy) {

    /** The share of a job that works on the whole list. */
    public static final Partition WHOLE = new Partition(0, 1, PartitionStrategy.MODULUS);

    private static final long PRIME = 2_147_483_647;
    private static final long FACTOR = 1_327_217_884;
    private static final long FNV_START = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    public Partition {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException("There is no partition " + index + " of " + count);
        }
    }

    /** Returns whether an id belongs to this share. */
    public boolean owns(long id) {
        long owner = strategy == PartitionStrategy.MODULUS ? Math.floorMod(id, (long) count) : hashed(id);
        return owner == index;
    }

    /** Returns whether an id belongs to this share. Its hash decides, whatever the strategy. */
    public boolean owns(UUID id) {
        return hashed(mixed(id.getMostSignificantBits()) + id.getLeastSignificantBits()) == index;
    }

    /** Returns whether a text belongs to this share. The hash of its UTF-8 form decides, whatever the strategy. */
    public boolean owns(String text) {
        long hash = FNV_START;
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (each & 0xff)) * FNV_PRIME;
        }
        return hashed(mixed(hash)) == index;
    }

    private static long mixed(long bits) {
        long once = (bits ^ (bits >>> 32)) * FNV_PRIME;
        return once ^ (once >>> 29);
    }

    private long hashed(long id) {
        return Math.floorMod(id, PRIME) * FACTOR % PRIME * count / PRIME;
    }

    /**
     * Returns an SQL condition that holds for the same ids as {@link #owns(long)}, on every supported database. The condition uses no index: each
     * partition reads the whole list.
     *
     * @param column the name of a column of whole numbers; the text contains it unchanged, so it must not come from outside
     */
    public String sql(String column) {
        if (strategy == PartitionStrategy.MODULUS) {
            return "MOD(MOD(" + column + ", " + count + ") + " + count + ", " + count + ") = " + index;
        }
        String twice = String.valueOf(2 * PRIME);
        String scaled = "(MOD((MOD(" + column + ", " + PRIME + ") + " + twice + ") * " + FACTOR + ", " + PRIME + ") + "
                + twice + ") * " + count;
        return "(" + scaled + " - MOD(" + scaled + ", " + PRIME + ")) / " + PRIME + " = " + (index + 2 * count);
    }
}
