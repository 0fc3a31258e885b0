package io.baton.engine;

import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/** What the engine promises, station by station, on whichever database a subclass names. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EngineContract {

    private EngineOnDatabase engine;

    abstract TestDatabase database();

    @BeforeAll
    void open() {
        engine = new EngineOnDatabase(database());
    }

    @AfterAll
    void close() {
        engine.close();
    }

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
    class Timeout extends TimeoutContract {

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

    @Nested
    class Suspects extends SuspectContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }

    @Nested
    class Shutdown extends ShutdownContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }
}
