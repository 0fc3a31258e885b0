package io.baton.flow;

/**
 * The items of a step.
 *
 * @param blocked whether it waits for other steps
 */
public record StepItems(long items, long remaining, long dead, long cancelled, boolean blocked) {

    /** The items of a step without any. */
    public static final StepItems NONE = new StepItems(0, 0, 0, 0, false);
}
