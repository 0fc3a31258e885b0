package io.baton.engine;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Nested;

/** What the engine promises, on each database, of runs that last too long; the tests wait more than they work. */
@OnEachDatabase(and = {TestDatabase.POSTGRES_CONTAINER, TestDatabase.MARIADB_CONTAINER})
class EngineTimeoutTests extends OneEngine {

    @Nested
    class Timeout extends TimeoutContract {

        @Override
        EngineOnDatabase engine() {
            return engine;
        }
    }
}
