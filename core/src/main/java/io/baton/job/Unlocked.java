package io.baton.job;

import java.util.List;
import java.util.Set;

/**
 * What was taken back from a dead worker.
 *
 * @param jobs how many
 * @param dead those of them that are dead now, having taken too many workers with them
 * @param queues where they are ready again
 */
public record Unlocked(int jobs, List<Long> dead, Set<String> queues) {

    public static final Unlocked NOTHING = new Unlocked(0, List.of(), Set.of());
}
