package io.baton.job;

import java.util.List;
import java.util.Set;

/**
 * The result of reclaiming jobs of a dead worker.
 *
 * @param jobs how many
 * @param dead those of them that are dead now, since their crash count is too high
 * @param queues where the others are ready again
 */
public record Unlocked(int jobs, List<Long> dead, Set<String> queues) {

    public static final Unlocked NOTHING = new Unlocked(0, List.of(), Set.of());
}
