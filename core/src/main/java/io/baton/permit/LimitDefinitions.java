package io.baton.permit;

import io.baton.UnknownLimitException;
import io.baton.database.Transactions;
import io.baton.type.Names;
import io.baton.type.NearMiss;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Makes and changes limits, in transactions of its own: one that stays open would hold up everybody who needs a permit. */
final class LimitDefinitions {

    /** So many limits are locked at once, and so many jobs begin anew: whoever admits for one of them waits for that. */
    private static final int PORTION = 100;

    private static final int MOST_NAMES = 1_000;

    private final PermitStore store;
    private final Transactions transactions;
    private final TouchedLimits touched;
    private final KnownLimits known;

    LimitDefinitions(PermitStore store, Transactions transactions, TouchedLimits touched, KnownLimits known) {
        this.store = store;
        this.transactions = transactions;
        this.touched = touched;
        this.known = known;
    }

    /** Makes or changes what the properties say, unless they said it before. */
    void declare(String name, Limit limit) {
        boolean changed = transactions.run(() -> store.declare(name, limit));
        isThere(name);
        if (changed) {
            touchAll(name);
        }
    }

    boolean define(String name, Limit limit) {
        boolean defined = transactions.run(() -> store.define(name, limit));
        isThere(name);
        if (defined) {
            touchAll(name);
        }
        return defined;
    }

    /** Whether there is such a limit. */
    boolean knows(String name) {
        boolean there = transactions.run(() -> store.knows(name));
        if (there && Names.family(name).equals(name)) {
            isThere(name);
        }
        return there;
    }

    private void isThere(String name) {
        touched.expect();
        if (Names.family(name).equals(name)) {
            known.add(name);
        }
    }

    boolean change(String name, Limit limit) {
        boolean changed = transactions.run(() -> store.change(name, limit));
        if (changed) {
            touchAll(name);
        }
        return changed;
    }

    /** Returns what tells that there is no limit of this stored name, and which may have been meant. */
    UnknownLimitException unknown(String stored, String noun, String howToDefine) {
        List<String> others = transactions.run(() -> store.families(MOST_NAMES)).stream()
                .filter(name -> Names.isRate(name) == Names.isRate(stored))
                .map(Names::shownLimit)
                .toList();
        String name = Names.shownLimit(stored);
        return new UnknownLimitException("There is no " + noun + " '" + name + "'."
                + NearMiss.question(Names.family(name), others) + " Define it by " + howToDefine);
    }

    /**
     * With a limit all of its keys are touched that somebody waits for. If it allows less, those begin anew that have not been claimed. A limit may
     * have very many keys, which are gone through in portions, each in a transaction of its own.
     */
    private void touchAll(String name) {
        takeBackBeyond(List.of(name));
        touched.touch(Set.of(name));
        if (Names.family(name).equals(name)) {
            String start = Names.keyStart(name);
            portions(after -> store.keys(name, after, PORTION), start, this::takeBackBeyond);
            portions(
                    after -> store.awaited(after, PORTION).stream()
                            .filter(awaited -> awaited.startsWith(start))
                            .toList(),
                    start,
                    keys -> touched.touch(Set.copyOf(keys)));
        }
    }

    private void portions(Function<String, List<String>> next, String before, Consumer<List<String>> work) {
        String last = before;
        while (true) {
            String after = last;
            List<String> portion = transactions.run(() -> next.apply(after));
            if (!portion.isEmpty()) {
                work.accept(portion);
            }
            if (portion.size() < PORTION) {
                return;
            }
            last = portion.get(PORTION - 1);
        }
    }

    /** Some of a portion may be held by others, which ends nothing; but what is taken back from a rate is soon given to others, for ever. */
    private void takeBackBeyond(List<String> names) {
        int least = Names.isRate(names.get(0)) ? PORTION : 1;
        Repaired beyond;
        do {
            beyond = transactions.run(() -> store.takeBackBeyond(names, PORTION));
            touched.touch(beyond.touched());
        } while (beyond.repaired() >= least);
    }
}
