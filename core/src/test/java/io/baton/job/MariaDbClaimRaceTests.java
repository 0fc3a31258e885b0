package io.baton.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.sql.SQLException;
import org.assertj.core.api.InstanceOfAssertFactories;

@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MARIADB_CONTAINER, TestDatabase.MYSQL})
class MariaDbClaimRaceTests extends ClaimRaceTests {

    private static final int NOT_SUPPORTED_YET = 1235;

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
