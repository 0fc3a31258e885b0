package io.baton.sequence;

import io.baton.BatonException;
import io.baton.OnDead;
import io.baton.SequenceDetails;
import io.baton.Sequences;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.job.DirtySet;
import io.baton.job.Keys;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The bean {@link Sequences}. */
public final class BatonSequences implements Sequences {

    private static final int MOST_LISTED = 1_000;
    private static final int PORTION = 1_000;

    private final SequenceRows rows;
    private final SequenceQueries queries;
    private final Transactions transactions;
    private final DirtySet<String> dirty;

    /** Creates the bean; the transactions are apart from the caller's. */
    public BatonSequences(Database database, Transactions transactions, DirtySet<String> dirty) {
        this.queries = new SequenceQueries(database);
        this.rows = new SequenceRows(database);
        this.transactions = transactions;
        this.dirty = dirty;
    }

    @Override
    public List<SequenceDetails> blocked(@Nullable String after, int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new BatonException("A list has 1 to " + MOST_LISTED + " sequences, not " + limit);
        }
        String from = Objects.requireNonNullElse(after, "");
        return transactions.run(
                () -> queries.dead(3, from, limit).stream().map(this::find).toList());
    }

    @Override
    public Optional<SequenceDetails> inspect(String name) {
        String checked = checked(name);
        SequenceDetails found = transactions.run(() -> find(checked));
        return found.head() == null && found.waiting() == 0 ? Optional.empty() : Optional.of(found);
    }

    private SequenceDetails find(String name) {
        return queries.find(name, rows.waiting(name, 0, SequenceDetails.MOST));
    }

    @Override
    public boolean skip(String name) {
        return changeBlocking(checked(name), false);
    }

    @Override
    public boolean cancelRest(String name) {
        return changeBlocking(checked(name), true);
    }

    /** Passes over the dead head, or lets the follow-up cancel the rest first. */
    private boolean changeBlocking(String name, boolean cancelling) {
        boolean changed = own(() -> {
            List<Long> locked = queries.lock(queries.head(name), "state = 5 FOR UPDATE");
            Set<Long> heads = rows.inState(locked, "state >= 3").keySet();
            if (cancelling) {
                rows.cancelRest(heads);
            } else {
                rows.dropFree(rows.passOver(heads));
            }
            return !heads.isEmpty();
        });
        dirty.mark(Set.of(name));
        return changed;
    }

    /** Changes what happens at a death in portions, each in a transaction of its own, up to the last job that waited at the beginning. */
    @Override
    public long skipAll(String name) {
        String checked = checked(name);
        Long last = transactions.run(() -> queries.last(checked));
        long changed = 0;
        long after = 0;
        while (last != null && after < last) {
            long from = after;
            List<Long> portion = own(() -> {
                List<Long> next = rows.waiting(checked, from, PORTION);
                skipAtDeath(next);
                return next;
            });
            changed += portion.size();
            after = portion.isEmpty() ? last : portion.get(portion.size() - 1);
        }
        // one of them may have got its turn meanwhile
        own(() -> skipAtDeath(queries.head(checked)));
        skip(checked);
        return changed;
    }

    private int skipAtDeath(List<Long> jobs) {
        List<Long> locked = queries.lock(jobs, "TRUE FOR UPDATE");
        rows.onDead(locked, OnDead.SKIP);
        return locked.size();
    }

    private <T> T own(Supplier<T> work) {
        return OwnTransactions.named("a change of a sequence", () -> transactions.run(work));
    }

    private static String checked(String name) {
        return Keys.checked("a sequence", name);
    }
}
