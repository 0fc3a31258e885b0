package io.baton.job;

import io.baton.testing.TestDatabase;
import java.util.List;

class PostgresHandMadeRowsTests extends HandMadeRowsContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRES;
    }

    @Override
    List<String> strangeTimes() {
        return List.of("'infinity'", "'-infinity'", "'294000-01-01'", "'4000-01-01 BC'");
    }
}
