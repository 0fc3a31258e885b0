package io.baton.engine;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** What the engine promises, on each database, of suspects and of workers that end; the tests wait more than they work. */
@Tag("strict")
@OnEachDatabase(and = {TestDatabase.POSTGRES_CONTAINER, TestDatabase.MARIADB_CONTAINER})
class EngineEndTests extends OneEngine {

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
