package io.baton.batch;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Deaths that one fold has read, with the items before the fold. */
record Deaths(List<Ack> acks, Map<Long, GroupItems> before) {

    /** Returns an empty instance if no open item has died. */
    static Deaths among(List<Ack> acks, Map<Long, GroupItems> items) {
        boolean any = acks.stream().filter(ack -> ack.kind() == AckKind.DEAD).anyMatch(ack -> {
            GroupItems known = items.get(ack.group());
            return known != null && !known.haveEnded(ack.items());
        });
        return any
                ? new Deaths(acks, items.values().stream().collect(Collectors.toMap(GroupItems::id, GroupItems::copy)))
                : new Deaths(List.of(), Map.of());
    }

    boolean any() {
        return !acks.isEmpty();
    }

    /**
     * Returns whether the batch was stuck between two of the acks, in the order in which they were written.
     *
     * @param found the batch after all of them
     * @param now the items after all of them
     */
    boolean stopped(FoundBatch found, Collection<GroupItems> now) {
        long alive = found.remaining() - found.blocked() - found.dead() + alive(before.values()) - alive(now);
        long dead = found.dead() + dead(before.values()) - dead(now);
        for (Ack ack : acks.stream().sorted(Comparator.comparing(Ack::id)).toList()) {
            GroupItems items = before.get(ack.group());
            if (items != null) {
                alive -= items.aliveCount();
                dead -= items.dead();
                items.apply(ack.kind(), ack.items());
                items.finish();
                alive += items.aliveCount();
                dead += items.dead();
            }
            if (alive == 0 && dead > 0) {
                return true;
            }
        }
        return false;
    }

    private static long alive(Collection<GroupItems> items) {
        return items.stream().mapToLong(GroupItems::aliveCount).sum();
    }

    private static long dead(Collection<GroupItems> items) {
        return items.stream().mapToLong(GroupItems::dead).sum();
    }
}
