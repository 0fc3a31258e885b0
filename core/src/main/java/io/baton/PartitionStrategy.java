package io.baton;

/** How the ids of a list are shared between partitions. */
public enum PartitionStrategy {
    /** By the remainder of the id. Ids that have steps, such as only even ones, may leave partitions empty. */
    MODULUS,
    /** By a hash of the id, which is the same in Java and in SQL on every database: even shares whatever the ids are. */
    HASH
}
