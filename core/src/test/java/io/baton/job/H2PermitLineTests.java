package io.baton.job;

import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

class H2PermitLineTests extends PermitLineContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.H2);
    }

    @Override
    @Test
    @Disabled("H2 locks rows in the order of their ids")
    void whoever_stands_next_is_next_though_somebody_holds_the_first() {}
}
