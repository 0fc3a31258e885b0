package io.baton.history;

import java.util.ArrayList;
import java.util.List;

/** A transaction of a client. */
final class Operation {

    final String id;
    final long invoked;
    final boolean writesLedger;
    final List<Item> items = new ArrayList<>(1);
    Outcome outcome = Outcome.UNKNOWN;
    long returned = History.NEVER;
    boolean ledgerFound;

    Operation(Event invoked) {
        this.id = invoked.text("op");
        this.invoked = invoked.nanos();
        this.writesLedger = invoked.flag("ledger", false);
    }

    /** Returns whether it is certain that it was committed. */
    boolean isCommitted() {
        return outcome == Outcome.OK || (outcome == Outcome.UNKNOWN && ledgerFound);
    }

    /** Returns a time at which it was committed at the latest; one of unknown outcome may still be committed after its client has given up. */
    long committedBy() {
        return outcome == Outcome.OK ? returned : History.NEVER;
    }

    boolean mayBeCommitted() {
        return outcome != Outcome.FAILED;
    }
}
