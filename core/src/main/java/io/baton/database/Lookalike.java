package io.baton.database;

import io.baton.start.StartRefusedException;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Databases that speak the protocol of PostgreSQL or MySQL and are neither. Their drivers answer with the name of what they imitate; their own
 * name stands in what the server says of its version.
 */
enum Lookalike {
    COCKROACH_DB("CockroachDB", "cockroachdb", "which has no LISTEN and NOTIFY, and numbers rows in no order"),
    YUGABYTE_DB(
            "YugabyteDB",
            "-yb-",
            "which keeps rows in a storage of its own, with row locks and clocks that are not PostgreSQL's"),
    REDSHIFT("Amazon Redshift", "redshift", "which has no row locks, and no unique keys that hold"),
    GREENPLUM("Greenplum", "greenplum", "which locks the whole table where Baton locks a row"),
    MATERIALIZE("Materialize", "materialize", "which has no row locks"),
    RISING_WAVE("RisingWave", "risingwave", "which has no transactions that write"),
    TIDB("TiDB", "tidb", "which takes no lock at SKIP LOCKED: two nodes would run the same job"),
    VITESS(
            "Vitess",
            "vitess",
            "which spreads tables over shards, and does not keep transactions over several of them apart");

    private final String product;
    private final String sign;
    private final String reason;

    Lookalike(String product, String sign, String reason) {
        this.product = product;
        this.sign = sign;
        this.reason = reason;
    }

    /**
     * Checks that the server does not name itself as one of these.
     *
     * @param version what it says of its version, with whatever words
     * @throws StartRefusedException if it does
     */
    static void requireNone(String version) {
        String words = version.toLowerCase(Locale.ROOT);
        Stream.of(values())
                .filter(each -> words.contains(each.sign))
                .findFirst()
                .ifPresent(each -> {
                    throw new StartRefusedException(
                            "Baton does not run on " + each.product + ", " + each.reason
                                    + ". The server says of itself '" + version + "'",
                            "Give Baton a database that is PostgreSQL, MariaDB or MySQL itself, and mark its DataSource bean with"
                                    + " @BatonDataSource, or switch Baton off with baton.enabled=false. What counts as such a database is in"
                                    + " docs/requirements.md#databases-that-only-speak-the-protocol.");
                });
    }
}
