package io.baton.permit.jdbc;

import io.baton.database.Database;
import io.baton.permit.KnownLimits;
import io.baton.type.Names;
import org.jspecify.annotations.Nullable;

/**
 * Whether there are limits. What is asked in a transaction that locks what it reads keeps the row of the limit, and with it everybody who needs a
 * permit, until the application commits: then it is asked on another connection.
 *
 * @param apart the same database on connections that no transaction of an application is bound to; null if there are none
 */
record LimitLookup(
        KnownLimits known, Database database, @Nullable Database apart) {

    /** What others have defined since may be hidden from the transaction of an application; what was defined here is not. */
    boolean isThere(String name) {
        String family = Names.family(name);
        if (known.contains(family)) {
            return true;
        }
        if (apart != null && database.locksWhatItReads()) {
            return isThere(family, name, apart);
        }
        return new LimitRows(database).knows(name);
    }

    private boolean isThere(String family, String name, Database committed) {
        LimitRows rows = new LimitRows(committed);
        if (rows.isThere(family)) {
            known.add(family);
            return true;
        }
        return rows.knows(name);
    }
}
