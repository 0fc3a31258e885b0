package io.baton.job;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;
import java.util.List;

@RequiresMySql
class MySqlHandMadeRowsTests extends HandMadeRowsContract {

    @Override
    TestDatabase database() {
        return TestDatabase.MYSQL;
    }

    @Override
    List<String> strangeTimes() {
        return List.of("'0001-01-01'");
    }
}
