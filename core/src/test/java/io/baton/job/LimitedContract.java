package io.baton.job;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * What stores of limited jobs promise, on a store of its own that is empty before each test.
 *
 * @param <S> the stores that keep the promise
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LimitedContract<S extends LimitedStore> {

    @SuppressWarnings("NullAway.Init")
    S limited;

    abstract S store();

    @BeforeAll
    void open() {
        limited = store();
    }

    @AfterAll
    void close() {
        limited.close();
    }

    @BeforeEach
    void clear() {
        limited.clear();
    }
}
