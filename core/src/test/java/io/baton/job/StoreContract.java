package io.baton.job;

import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** One store for all tests of a class on a database, in which each finds no job. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreContract<S extends TestedStore> implements TestsOnDatabase {

    @SuppressWarnings("NullAway.Init")
    TestDatabase kind;

    @SuppressWarnings("NullAway.Init")
    S database;

    abstract S store(TestDatabase kind);

    @Override
    public void open(TestDatabase kind) {
        this.kind = kind;
        database = store(kind);
    }

    @BeforeEach
    void clear() {
        database.clear();
    }

    @Override
    public void close() {
        database.close();
    }
}
