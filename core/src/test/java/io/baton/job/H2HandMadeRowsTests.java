package io.baton.job;

import io.baton.testing.TestDatabase;
import java.util.List;

class H2HandMadeRowsTests extends HandMadeRowsContract {

    @Override
    TestDatabase database() {
        return TestDatabase.H2;
    }

    @Override
    List<String> strangeTimes() {
        return List.of("'-1000000-01-01 00:00:00'", "'1000000-01-01 00:00:00'");
    }
}
