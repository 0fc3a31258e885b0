package io.baton.job;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** What {@link JobStore} promises, verb by verb, on each database. */
@Tag("strict")
@OnEachDatabase(and = {TestDatabase.MEMORY, TestDatabase.POSTGRES_CONTAINER, TestDatabase.MARIADB_CONTAINER})
class JobStoreTests extends StoreContract<TestedStore> {

    @Override
    TestedStore store(TestDatabase kind) {
        return TestedStore.on(kind);
    }

    @Nested
    class Insert extends InsertContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class PayloadRoundTrip extends PayloadRoundTripContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class DueTime extends DueTimeContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Claim extends ClaimContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Settle extends SettleContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Attempt extends AttemptContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Pause extends PauseContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Interrupt extends InterruptContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Fencing extends FencingContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Cancel extends CancelContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Progress extends ProgressContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Promote extends PromoteContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Step extends StepContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Signal extends SignalContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Undo extends UndoContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Purge extends PurgeContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Find extends FindContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Search extends SearchContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Counts extends CountsContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Ids extends IdsContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Revive extends ReviveContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Reschedule extends RescheduleContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class Drained extends DrainedContract {

        @Override
        TestedStore database() {
            return database;
        }
    }

    @Nested
    class HeldRows extends HeldRowsContract {

        @Override
        TestedStore database() {
            return database;
        }
    }
}
