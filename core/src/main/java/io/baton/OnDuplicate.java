package io.baton;

/** What an enqueue does if another job holds its unique key. */
public enum OnDuplicate {
    /** The other job stays as it is, and stands for this one; nothing is stored. */
    KEEP,
    /** The other job gets the payload and the due time of this one if it still waits, and all its attempts: a debounce. */
    REPLACE,
    /** The enqueue is refused by a {@link DuplicateJobException}. */
    FAIL
}
