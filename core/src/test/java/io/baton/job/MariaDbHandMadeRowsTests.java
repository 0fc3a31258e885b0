package io.baton.job;

import io.baton.testing.TestDatabase;
import java.util.List;

class MariaDbHandMadeRowsTests extends HandMadeRowsContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }

    @Override
    List<String> strangeTimes() {
        return List.of("'0000-00-00'", "'0001-01-01'");
    }
}
