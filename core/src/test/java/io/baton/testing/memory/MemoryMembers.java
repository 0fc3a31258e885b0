package io.baton.testing.memory;

import io.baton.batch.GroupItems.AckKind;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notes what became of jobs that are items of batches, in the transactions that move them. Not final, so that a mutant of it can show that
 * somebody would notice.
 */
public class MemoryMembers {

    private final MemoryDatabase database;
    private final Consumer<Set<Long>> dirty;

    /** Creates the notes of jobs in this database; {@code dirty} is told of groups once what dirty them is committed. */
    public MemoryMembers(MemoryDatabase database, Consumer<Set<Long>> dirty) {
        this.database = database;
        this.dirty = dirty;
    }

    /** The job has left its state, in the transaction under way. */
    protected void follow(Transition transition, Ties ties, @Nullable String result) {
        AckKind kind = kind(transition);
        Long group = ties.batchGroup();
        Integer index = ties.batchIndex();
        if (kind != null && group != null && index != null) {
            new MemoryAcks(database).append(kind, group, List.of(index));
            database.afterCommit(() -> dirty.accept(Set.of(group)));
            if (ties.has(Ties.RESULT) && result != null) {
                database.results.put(MemoryFlows.item(group, index), result);
            }
        }
    }

    private static @Nullable AckKind kind(Transition transition) {
        return switch (transition) {
            case COMPLETED -> AckKind.DONE;
            case CANCELLED -> AckKind.CANCELLED;
            case DEAD -> AckKind.DEAD;
            case REVIVED -> AckKind.REVIVED;
            default -> null;
        };
    }
}
