package io.baton.permit;

import io.baton.database.Transactions;
import io.baton.type.Names;
import java.util.Set;

/** Makes and changes limits, in transactions of its own: one that stays open would hold up everybody who needs a permit. */
final class LimitDefinitions {

    private static final int PORTION = 500;

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

    /** With a limit all of its keys are touched that somebody waits for. If it allows less, those begin anew that have not been claimed. */
    private void touchAll(String name) {
        for (int taken = PORTION; taken == PORTION; ) {
            Repaired beyond = transactions.run(() -> store.takeBackBeyond(name, PORTION));
            touched.touch(beyond.touched());
            taken = beyond.repaired();
        }
        touched.touch(Set.of(name));
        if (Names.family(name).equals(name)) {
            touched.touch(transactions.run(() -> store.awaitedKeys(name)));
        }
    }
}
