package io.baton.sample;

import java.math.BigDecimal;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Adds to users' totals, inside the caller's transaction. Callers that add for several users do so in the order of their names. */
@Component
class Totals {

    private final JdbcClient jdbc;

    Totals(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Adds in the database, whose row lock keeps two instances from losing each other's amounts. */
    void add(String user, BigDecimal amount) {
        if (!increase(user, amount)) {
            try {
                jdbc.sql("insert into user_total (user_name, total) values (?, ?)")
                        .params(user, amount)
                        .update();
            } catch (DuplicateKeyException e) {
                // another job met the same new user and has committed; H2 lets the transaction go on
                increase(user, amount);
            }
        }
    }

    private boolean increase(String user, BigDecimal amount) {
        return jdbc.sql("update user_total set total = total + ? where user_name = ?")
                        .params(amount, user)
                        .update()
                > 0;
    }
}
