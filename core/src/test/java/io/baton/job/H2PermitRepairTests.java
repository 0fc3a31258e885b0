package io.baton.job;

import io.baton.testing.TestDatabase;

class H2PermitRepairTests extends PermitRepairContract {

    @Override
    LimitedStore store() {
        return new LimitedOnDatabase(TestDatabase.H2);
    }
}
