package io.baton.job.jdbc;

import org.springframework.jdbc.core.JdbcOperations;

/** H2. Its clock stands still within a transaction. */
final class H2Database implements Database {

    @Override
    public String vendor() {
        return "h2";
    }

    @Override
    public String now() {
        return "CURRENT_TIMESTAMP(6)";
    }

    @Override
    public String nowPlusMicros() {
        return "DATEADD(MICROSECOND, CAST(? AS bigint), CURRENT_TIMESTAMP(6))";
    }

    @Override
    public String microsUntil(String time) {
        return "DATEDIFF(MICROSECOND, CURRENT_TIMESTAMP(6), " + time + ")";
    }

    /** Nothing: with an order, H2 locks every row it sorts. Whoever selects repeats the state in the update. */
    @Override
    public String skipLocked() {
        return "";
    }

    @Override
    public ClaimStatement claims(JdbcOperations jdbc, Tables tables) {
        return new H2Claim(jdbc, tables, this);
    }
}
