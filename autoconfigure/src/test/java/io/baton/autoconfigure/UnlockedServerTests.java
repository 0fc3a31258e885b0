package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.baton.start.StartRefusedException;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.RewrittenStatements;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A start on a server whose locking reads lock nothing, or wait for locked rows. */
class UnlockedServerTests {

    private static long longestRefusal;

    @AfterAll
    static void print() {
        System.out.println("figure impostor.refused_ms " + TimeUnit.NANOSECONDS.toMillis(longestRefusal));
    }

    private static void start(DataSource dataSource, boolean migrate) {
        long begin = System.nanoTime();
        try {
            new BatonDatabase.SchemaInitializer(new BatonDatabase(dataSource, null), migrate, 1_000_000)
                    .afterPropertiesSet();
        } catch (StartRefusedException e) {
            longestRefusal = Math.max(longestRefusal, System.nanoTime() - begin);
            throw e;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void it_is_refused_with_tables_that_baton_made_and_without(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        DataSource server = new DriverManagerDataSource(access.url(), access.user(), access.password());
        for (String words : List.of(" FOR UPDATE SKIP LOCKED", " SKIP LOCKED")) {
            DataSource lying = new RewrittenStatements(server, sql -> sql.replace(words, ""));
            for (boolean migrate : new boolean[] {true, false}) {
                assertThat(RewrittenStatements.refusal(() -> start(lying, migrate)))
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessageContaining("two nodes would run the same job");
            }
        }
        assertThatCode(() -> start(server, false)).doesNotThrowAnyException();
    }
}
