package io.baton.engine;

import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import org.junit.jupiter.api.TestInstance;

/** One engine for all tests of a class on a database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneEngine implements TestsOnDatabase {

    @SuppressWarnings("NullAway.Init")
    EngineOnDatabase engine;

    @Override
    public void open(TestDatabase kind) {
        engine = new EngineOnDatabase(kind);
    }

    @Override
    public void close() {
        engine.close();
    }
}
