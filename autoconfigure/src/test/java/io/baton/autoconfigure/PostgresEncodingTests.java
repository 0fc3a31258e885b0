package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.util.Locale;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@ExtendWith(OutputCaptureExtension.class)
class PostgresEncodingTests {

    @ParameterizedTest
    @ValueSource(strings = {"LATIN1", "SQL_ASCII"})
    void a_database_that_cannot_keep_every_character_is_refused_at_start(String encoding, CapturedOutput output) {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        String name = "in_" + encoding.toLowerCase(Locale.ROOT);
        new JdbcTemplate(new DriverManagerDataSource(access.url(), access.user(), access.password()))
                .execute("CREATE DATABASE " + name + " ENCODING '" + encoding
                        + "' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");

        assertThatThrownBy(() -> HostContract.start(
                                SchemaAccessTests.Office.class,
                                "spring.datasource.url=" + access.url().replaceFirst("/baton_\\d+", "/" + name),
                                "spring.datasource.username=" + access.user(),
                                "spring.datasource.password=" + access.password())
                        .close())
                .isInstanceOf(Exception.class);

        assertThat(output.getOut().replace(System.lineSeparator(), " "))
                .containsSubsequence("Description:", "encoding '" + encoding + "'", "Action:", "ENCODING 'UTF8'");
    }
}
