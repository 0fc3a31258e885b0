package io.baton.job;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** What {@link WorkerStore} promises, on each database. */
@Tag("strict")
@OnEachDatabase(and = TestDatabase.MEMORY)
class WorkerStoreTests extends StoreContract<TestedStore> {

    @Override
    TestedStore store(TestDatabase kind) {
        return TestedStore.on(kind);
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
    class Poison extends PoisonContract {

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
