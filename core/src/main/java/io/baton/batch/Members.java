package io.baton.batch;

import io.baton.batch.GroupItems.AckKind;
import io.baton.database.Database;
import io.baton.job.Capability.TransitionStep;
import io.baton.job.DirtySet;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Acknowledges the ends, deaths and revivals of jobs that are items of batches. Writes one row for each group, however many jobs it has. */
public record Members(Database database, DirtySet<Long> dirty) implements TransitionStep {

    @Override
    public int tie() {
        return Ties.BATCH;
    }

    @Override
    public void follow(Transition transition, List<TiedJob> jobs) {
        AckKind kind = kind(transition);
        if (kind == null) {
            return;
        }
        Map<Long, List<Integer>> groups = new TreeMap<>();
        for (TiedJob job : jobs) {
            Long group = job.ties().batchGroup();
            Integer index = job.ties().batchIndex();
            if (group != null && index != null) {
                groups.computeIfAbsent(group, first -> new ArrayList<>()).add(index);
            }
        }
        BatchStore acks = new BatchStore(database);
        groups.forEach((group, items) -> acks.append(kind, group, items));
        dirty.markAfterCommit(groups.keySet());
    }

    /** Returns null if the batch does not change. A dead job that is purged stays dead, so that its batch does not become complete. */
    private static @Nullable AckKind kind(Transition transition) {
        return switch (transition) {
            case COMPLETED -> AckKind.DONE;
            case CANCELLED -> AckKind.CANCELLED;
            case DEAD -> AckKind.DEAD;
            case REVIVED -> AckKind.REVIVED;
            case RETRIED,
                    SNOOZED,
                    SUSPENDED,
                    BLOCKED,
                    HANDED_BACK,
                    UNLOCKED,
                    PROMOTED,
                    RELEASED,
                    RESCHEDULED,
                    REMOVED -> null;
        };
    }
}
