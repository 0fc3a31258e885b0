package io.baton.sequence;

import io.baton.BatonException;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The bean {@link Sequences}. */
public final class BatonSequences implements Sequences {

    /** The largest number of sequences in a list, and of jobs that one transaction changes. */
    private static final int PORTION = 1_000;

    private final SequenceRows rows;
    private final Transactions transactions;
    private final DirtySet<String> dirty;

    /** Creates the bean; the transactions are apart from the caller's. */
    public BatonSequences(Database database, Transactions transactions, DirtySet<String> dirty) {
        this.rows = new SequenceRows(database);
        this.transactions = transactions;
        this.dirty = dirty;
    }

    @Override
    public List<SequenceDetails> blocked(@Nullable String after, int limit) {
        if (limit < 1 || limit > PORTION) {
            throw new BatonException("A list has 1 to " + PORTION + " sequences, not " + limit);
        }
        String from = Objects.requireNonNullElse(after, "");
        return transactions.run(
                () -> rows.dead(3, from, limit).stream().map(rows::find).toList());
    }

    @Override
    public Optional<SequenceDetails> inspect(String name) {
        String checked = Keys.checked("a sequence", name);
        return Optional.of(transactions.run(() -> rows.find(checked)))
                .filter(found -> found.head() != null || found.waiting() > 0);
    }

    @Override
    public boolean skip(String name) {
        return changeBlocking(Keys.checked("a sequence", name), heads -> rows.dropFree(rows.passOver(heads)));
    }

    @Override
    public boolean cancelRest(String name) {
        return changeBlocking(Keys.checked("a sequence", name), rows::cancelRest);
    }

    private boolean changeBlocking(String name, Consumer<Set<Long>> change) {
        boolean changed = own(() -> {
            List<Long> locked = rows.jobs(rows.head(name), "state = 5 FOR UPDATE");
            Set<Long> heads = rows.inState(locked, "state >= 3").keySet();
            change.accept(heads);
            return !heads.isEmpty();
        });
        dirty.mark(Set.of(name));
        return changed;
    }

    /** Changes what happens at a death in portions, each in a transaction of its own. */
    @Override
    public long skipAll(String name) {
        String checked = Keys.checked("a sequence", name);
        long changed = 0;
        List<Long> portion = List.of(0L);
        do {
            long after = portion.get(portion.size() - 1);
            portion = own(() -> skipAtDeath(rows.waiting(checked, after, PORTION)));
            changed += portion.size();
        } while (portion.size() == PORTION);
        // one of them may have got its turn meanwhile
        own(() -> skipAtDeath(rows.head(checked)));
        skip(checked);
        return changed;
    }

    private List<Long> skipAtDeath(List<Long> jobs) {
        rows.skipAtDeath(rows.jobs(jobs, "TRUE FOR UPDATE"));
        return jobs;
    }

    private <T> T own(Supplier<T> work) {
        return OwnTransactions.named("a change of a sequence", () -> transactions.run(work));
    }
}
