package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class WakeupUrlTests {

    private static ConfigurableApplicationContext start(String url) {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        return HostContract.start(
                SchemaAccessTests.Office.class,
                "spring.datasource.url=" + access.url(),
                "spring.datasource.username=" + access.user(),
                "spring.datasource.password=" + access.password(),
                "baton.wakeup.jdbc-url=" + url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://db:5432/shop?password=secret",
                "jdbc:mariadb://db:3306/shop?password=secret",
                "jdbc:postgresql://db:port/shop?password=secret"
            })
    void a_url_that_no_one_can_listen_at_is_refused_at_start(String url, CapturedOutput output) {
        assertThatThrownBy(() -> start(url).close()).isInstanceOf(Exception.class);
        assertThat(output.getOut().replace(System.lineSeparator(), " "))
                .containsSubsequence(
                        "Description:",
                        "The property 'baton.wakeup.jdbc-url' is ",
                        "but must be a JDBC URL of PostgreSQL, such as jdbc:postgresql://host:5432/database",
                        "Action:")
                .doesNotContain("secret");
    }

    @Test
    void a_url_where_nobody_answers_is_told_of(CapturedOutput output) {
        try (var host = start("jdbc:postgresql://127.0.0.1:1/shop")) {
            assertThat(host.isActive()).isTrue();
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(output)
                    .contains("There is no connection to listen on", "If baton.wakeup.jdbc-url is set"));
        }
    }
}
