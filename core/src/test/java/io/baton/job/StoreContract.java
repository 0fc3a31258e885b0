package io.baton.job;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** One store for all tests of a class, in which each finds no job. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreContract<S extends TestedStore> {

    S database;

    abstract S open();

    @BeforeAll
    void openOnce() {
        database = open();
    }

    @BeforeEach
    void clear() {
        database.clear();
    }

    @AfterAll
    void close() {
        database.close();
    }
}
