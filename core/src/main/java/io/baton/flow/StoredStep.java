package io.baton.flow;

import java.util.List;

/**
 * A step of a flow.
 *
 * @param number from 0, above those of all steps that it waits for
 * @param after the numbers of the steps that it waits for
 */
public record StoredStep(int number, String name, List<Integer> after) {}
