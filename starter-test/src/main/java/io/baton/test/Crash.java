package io.baton.test;

/**
 * Where a process crashes in a step, see {@link BatonTestKit#crash}.
 *
 * @since 0.1.0
 */
public enum Crash {
    /** Before the effect. A step that is done at most once is recorded as begun. */
    BEFORE_EFFECT,
    /** After the effect, before it is recorded; in a transaction, before its commit. */
    AFTER_EFFECT,
    /** After the record: of the result, or of a sleep or an await that begins. */
    AFTER_RECORD
}
