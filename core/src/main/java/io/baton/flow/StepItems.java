package io.baton.flow;

/**
 * What has become of the items of a step.
 *
 * @param blocked whether it waits for other steps
 */
public record StepItems(long items, long remaining, long dead, long cancelled, boolean blocked) {

    /** Of a step that has none. */
    public static final StepItems NONE = new StepItems(0, 0, 0, 0, false);
}
