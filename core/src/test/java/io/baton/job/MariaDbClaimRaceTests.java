package io.baton.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.TestDatabase;
import java.sql.SQLException;
import org.assertj.core.api.InstanceOfAssertFactories;

class MariaDbClaimRaceTests extends ClaimRaceContract {

    private static final int NOT_SUPPORTED_YET = 1235;

    @Override
    TestDatabase database() {
        return TestDatabase.MARIADB;
    }

    /** It is not even understood. */
    @Override
    void assertThatTheRaceIsLost(SeedClaim seed) {
        assertThatThrownBy(() -> seed.claim(10))
                .rootCause()
                .asInstanceOf(InstanceOfAssertFactories.type(SQLException.class))
                .extracting(SQLException::getErrorCode)
                .isEqualTo(NOT_SUPPORTED_YET);
    }
}
