package io.baton.job;

import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * What stores of limited jobs promise, on a store of its own that is empty before each test.
 *
 * @param <S> the stores that keep the promise
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LimitedContract<S extends LimitedStore> implements TestsOnDatabase {

    @SuppressWarnings("NullAway.Init")
    TestDatabase kind;

    @SuppressWarnings("NullAway.Init")
    S limited;

    abstract S store(TestDatabase kind);

    @Override
    public void open(TestDatabase kind) {
        this.kind = kind;
        limited = store(kind);
    }

    @Override
    public void close() {
        limited.close();
    }

    @BeforeEach
    void clear() {
        limited.clear();
    }
}
