package io.baton.engine;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** What the engine promises, station by station, on each database. */
@Tag("strict")
@OnEachDatabase(and = {TestDatabase.POSTGRES_CONTAINER, TestDatabase.MARIADB_CONTAINER})
class EngineTests extends OneEngine {

    @Nested
    class Enqueue extends EnqueueContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Run extends RunContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Settle extends SettleContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Pause extends PauseContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Accidents extends AccidentContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class LeftTransaction extends LeftTransactionContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Transactional extends TransactionalContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Commit extends CommitContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class ForeignLock extends ForeignLockContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Snooze extends SnoozeContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Steering extends SteeringContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }
}
