package io.baton.engine;

import org.junit.jupiter.api.AfterEach;

/** What the stations' contracts share. */
abstract class StationContract {

    abstract EngineOnDatabase engine();

    @AfterEach
    void clear() {
        engine().clear();
    }
}
