package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

class H2ModeTests {

    private static ConfigurableApplicationContext start(String mode) {
        return HostContract.start(
                SchemaAccessTests.Office.class,
                "spring.datasource.url=" + TestDatabase.H2.freshAccess().url() + ";MODE=" + mode);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REGULAR",
                "LEGACY",
                "PostgreSQL",
                "PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH",
                "MySQL",
                "MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                "MariaDB",
                "DB2",
                "HSQLDB"
            })
    void jobs_run_in_this_mode(String mode) {
        try (var host = start(mode)) {
            host.getBean(Jobs.class).enqueue(new PriceItem("cheap"));
            host.getBean(Jobs.class).enqueue(new PriceItem("later"), job -> job.delay(Duration.ofMillis(50)));
            await().untilAsserted(
                            () -> assertThat(host.getBean(Pricing.class).priced).contains("cheap", "later"));
        }
    }
}
