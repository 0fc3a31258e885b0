package io.baton.job;

import org.junit.jupiter.api.Nested;

/** What {@link WorkerStore} promises, on whichever database a subclass names. */
abstract class WorkerStoreContract extends StoreContract<TestedStore> {

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
