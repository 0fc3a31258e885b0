package io.baton.job;

import java.util.Set;

/**
 * What was taken back from a dead worker.
 *
 * @param jobs how many
 * @param dead how many of them are dead now, having taken too many workers with them
 * @param queues where they are ready again
 */
public record Unlocked(int jobs, int dead, Set<String> queues) {

    public static final Unlocked NOTHING = new Unlocked(0, 0, Set.of());
}
