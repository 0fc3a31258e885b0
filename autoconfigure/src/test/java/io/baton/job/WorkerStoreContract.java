package io.baton.job;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** What {@link WorkerStore} promises, on whichever database a subclass names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WorkerStoreContract {

    private TestedStore database;

    abstract TestedStore open();

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

    @Nested
    class Living extends LivingContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Pulsing extends PulseContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Unlock extends UnlockContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Charge extends ChargeContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Forget extends ForgetContract {

        @Override
        TestedStore database() {
            return database;
        }
    }
}
