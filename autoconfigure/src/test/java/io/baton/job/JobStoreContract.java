package io.baton.job;

import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** What {@link JobStore} promises, verb by verb, on whichever database a subclass names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JobStoreContract {

    private StoreOnDatabase database;

    abstract TestDatabase database();

    @BeforeAll
    void open() {
        database = new StoreOnDatabase(database());
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
    class Insert extends InsertContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class PayloadRoundTrip extends PayloadRoundTripContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class DueTime extends DueTimeContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Claim extends ClaimContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Settle extends SettleContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Fencing extends FencingContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Cancel extends CancelContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Progress extends ProgressContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Promote extends PromoteContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Purge extends PurgeContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Find extends FindContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Search extends SearchContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Counts extends CountsContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Ids extends IdsContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Revive extends ReviveContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Reschedule extends RescheduleContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }

    @Nested
    class Drained extends DrainedContract {

        @Override
        StoreOnDatabase database() {
            return database;
        }
    }
}
