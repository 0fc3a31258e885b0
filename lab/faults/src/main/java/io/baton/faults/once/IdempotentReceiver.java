package io.baton.faults.once;

import java.util.Objects;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcOperations;

/** A service that knows by idempotency keys what it has done, and counts how often it was called. */
record IdempotentReceiver(JdbcOperations jdbc) {

    void receive(int effect, String idempotencyKey) {
        jdbc.update("INSERT INTO effect_call (effect, token) VALUES (?, ?)", effect, idempotencyKey);
        try {
            jdbc.update("INSERT INTO received (token, effect) VALUES (?, ?)", idempotencyKey, effect);
        } catch (DuplicateKeyException e) {
            // it was done before
        }
    }

    boolean wasCalled(int effect) {
        return Objects.requireNonNull(
                        jdbc.queryForObject("SELECT COUNT(*) FROM effect_call WHERE effect = ?", Long.class, effect))
                > 0;
    }

    void recordUncertain(int effect) {
        jdbc.update("INSERT INTO uncertain (effect) VALUES (?)", effect);
    }
}
