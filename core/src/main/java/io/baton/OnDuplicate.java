package io.baton;

/** What an enqueue does if another job holds its unique key. */
public enum OnDuplicate {
    /** The other job does not change, and no new job is stored. */
    KEEP,
    /**
     * If the other job still waits, it gets the payload, the due time and, if this one has one, the {@linkplain JobOptions#key key} of this one, and
     * all its attempts again. This is a debounce.
     */
    REPLACE,
    /** The enqueue throws a {@link DuplicateJobException}. */
    FAIL
}
