package io.baton;

/** How the ids of a list are shared between partitions. */
public enum PartitionStrategy {
    /** The remainder of the id decides. Ids with regular gaps, such as even ones only, may leave partitions empty. */
    MODULUS,
    /** A hash of the id decides, which is the same in Java and in SQL on every database. The shares are even for any ids. */
    HASH
}
