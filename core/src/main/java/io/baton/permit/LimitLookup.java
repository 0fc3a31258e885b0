package io.baton.permit;

import io.baton.database.Database;
import io.baton.type.Names;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether limits exist. On databases whose transactions lock what they read, the query of an application's transaction would lock the row
 * of the limit until the commit, and block all admissions for it: there the query runs on another connection.
 *
 * @param apart the same database on connections that no transaction of an application is bound to; null if there are none
 */
record LimitLookup(
        DirtyLimits limits, Database database, @Nullable Database apart) {

    /** A limit that another node has defined may be hidden from the application's transaction; one of this node is known. */
    boolean exists(String name) {
        String family = Names.family(name);
        if (limits.isKnown(family)) {
            return true;
        }
        if (apart == null || !database.locksWhatItReads()) {
            return new LimitRows(database).knows(name);
        }
        LimitRows committed = new LimitRows(apart);
        if (committed.exists(family)) {
            limits.remember(family);
            return true;
        }
        return committed.knows(name);
    }
}
