package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.schema.BatonSchema;
import io.baton.start.StartRefusedException;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.MySqlServer;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.StatementCallback;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What a database user who may do little can do, and is told. */
@ExtendWith(OutputCaptureExtension.class)
class SchemaAccessTests {

    private static final String USER = "clerk";
    private static final String PASSWORD = "Secret_1";

    @PlainJdbcApplication
    static class Empty {}

    @Configuration
    @Import(Empty.class)
    static class Office {

        @Bean
        Pricing pricing() {
            return new Pricing();
        }
    }

    private static ConfigurableApplicationContext start(DatabaseAccess access, String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("spring.datasource.url=" + access.url());
        all.add("spring.datasource.username=" + access.user());
        all.add("spring.datasource.password=" + access.password());
        return HostContract.start(Office.class, all.toArray(String[]::new));
    }

    private static DatabaseAccess fresh(TestDatabase database) {
        assumeTrue(database != TestDatabase.MYSQL || MySqlServer.isReachable(), "there is no MySQL");
        return database.freshAccess();
    }

    /** The database as a user sees it who may connect and no more. */
    private static DatabaseAccess clerk(TestDatabase database, DatabaseAccess owner) {
        JdbcTemplate sql = sql(owner);
        switch (database) {
            case POSTGRES -> {
                sql.execute(
                        "DO $$ BEGIN CREATE ROLE clerk LOGIN PASSWORD 'Secret_1'; EXCEPTION WHEN duplicate_object THEN END $$");
                sql.execute("REVOKE ALL ON SCHEMA public FROM PUBLIC");
            }
            case MARIADB, MYSQL -> {
                if (database == TestDatabase.MARIADB) {
                    heedGrants(sql);
                }
                sql.execute("CREATE USER IF NOT EXISTS 'clerk'@'%' IDENTIFIED BY 'Secret_1'");
                sql.execute("CREATE USER IF NOT EXISTS 'clerk'@'localhost' IDENTIFIED BY 'Secret_1'");
                sql.execute("CREATE TABLE open_to_all (id integer)");
                sql.execute("GRANT SELECT ON open_to_all TO 'clerk'@'%'");
                sql.execute("GRANT SELECT ON open_to_all TO 'clerk'@'localhost'");
            }
            default -> sql.execute("CREATE USER clerk PASSWORD 'Secret_1'");
        }
        String url = owner.url().replace(";DB_CLOSE_DELAY=-1", "");
        // how the tests' MySQL lets in who comes without TLS stands there
        return new DatabaseAccess(database == TestDatabase.MYSQL ? url : url.replaceFirst("\\?.*", ""), USER, PASSWORD);
    }

    /** The embedded server is started without them. */
    private static void heedGrants(JdbcTemplate sql) {
        sql.execute((StatementCallback<Boolean>) statement -> {
            statement.execute("FLUSH PRIVILEGES");
            statement.execute("ALTER USER 'root'@'localhost' IDENTIFIED BY ''");
            return true;
        });
    }

    private static JdbcTemplate sql(DatabaseAccess access) {
        return new JdbcTemplate(connections(access));
    }

    private static DataSource connections(DatabaseAccess access) {
        return new DriverManagerDataSource(access.url(), access.user(), access.password());
    }

    private static void run(Stream<String> statements, DatabaseAccess owner) {
        JdbcTemplate sql = sql(owner);
        statements.forEach(statement -> {
            sql.execute(statement);
            if (statement.contains("'@'%'")) {
                sql.execute(statement.replace("'@'%'", "'@'localhost'"));
            }
        });
    }

    /** The statements of the page on the rights of the database user. */
    private static Stream<String> grantsToRun(TestDatabase database, DatabaseAccess owner) throws IOException {
        String page = Files.readString(Path.of("../docs/security.md"));
        boolean maria = database == TestDatabase.MARIADB || database == TestDatabase.MYSQL;
        String block = page.split(maria ? "-- MariaDB and MySQL" : "-- PostgreSQL", -1)[1]
                .split("```|\n\n", -1)[0];
        return block.lines()
                .filter(line -> line.startsWith("GRANT"))
                .map(line -> line.replaceFirst(";.*", ""))
                .filter(line -> database != TestDatabase.H2 || line.contains(" ON shop.baton_"))
                .map(line -> database == TestDatabase.H2
                        ? line.replace("shop.baton_schema_history", "PUBLIC.\"baton_schema_history\"")
                        : line)
                .map(line -> line.replaceAll("\\bshop\\b", place(database, owner)));
    }

    private static Stream<String> grantsToMigrate(TestDatabase database, DatabaseAccess owner) {
        return Stream.of(
                switch (database) {
                    case POSTGRES -> "GRANT USAGE, CREATE ON SCHEMA public TO clerk";
                    case MARIADB, MYSQL ->
                        "GRANT CREATE, ALTER, INDEX, DROP, SELECT, INSERT, UPDATE, DELETE ON " + place(database, owner)
                                + ".* TO 'clerk'@'%'";
                    default -> "GRANT ALTER ANY SCHEMA TO clerk";
                });
    }

    private static String place(TestDatabase database, DatabaseAccess owner) {
        return switch (database) {
            case MARIADB, MYSQL -> String.valueOf(sql(owner).queryForObject("SELECT DATABASE()", String.class));
            default -> "public";
        };
    }

    private static StartRefusedException refused(ThrowingCallable start) {
        Throwable[] thrown = new Throwable[1];
        assertThatThrownBy(start).satisfies(failure -> thrown[0] = failure);
        Throwable cause = thrown[0];
        while (cause != null && !(cause instanceof StartRefusedException)) {
            cause = cause.getCause();
        }
        assertThat(cause).as(() -> "in " + thrown[0]).isNotNull();
        return (StartRefusedException) cause;
    }

    private static void runsAJob(ConfigurableApplicationContext host) {
        host.getBean(Jobs.class).enqueue(new PriceItem("cheap"));
        await().untilAsserted(
                        () -> assertThat(host.getBean(Pricing.class).priced).contains("cheap"));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void a_user_without_create_rights_is_named_at_once(TestDatabase database) {
        DatabaseAccess owner = fresh(database);
        DatabaseAccess clerk = clerk(database, owner);

        StartRefusedException refusal = refused(() -> start(clerk).close());
        assertThat(refusal)
                .hasMessageContaining("cannot read, create or update its tables")
                .message()
                .containsIgnoringCase(USER);
        assertThat(refusal.action())
                .contains(
                        "baton.schema.migrate=false",
                        "io/baton/schema/",
                        "docs/security.md#rights-of-the-database-user");

        run(grantsToMigrate(database, owner), owner);
        try (var host = start(clerk)) {
            runsAJob(host);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void a_user_without_read_rights_is_reported_and_needs_only_the_grants(TestDatabase database) throws IOException {
        DatabaseAccess owner = fresh(database);
        new BatonSchema(connections(owner), null).migrate();
        DatabaseAccess clerk = clerk(database, owner);

        StartRefusedException refusal =
                refused(() -> start(clerk, "baton.schema.migrate=false").close());
        assertThat(refusal).message().containsIgnoringCase(USER);
        assertThat(refusal.action()).contains("docs/security.md#rights-of-the-database-user");

        run(grantsToRun(database, owner), owner);
        try (var host = start(clerk, "baton.schema.migrate=false")) {
            runsAJob(host);
        }
        try (var host = start(clerk)) {
            runsAJob(host);
        }
    }

    @Test
    void a_schema_that_cannot_be_made_is_named() {
        DatabaseAccess clerk = clerk(TestDatabase.POSTGRES, TestDatabase.POSTGRES.freshAccess());
        StartRefusedException refusal =
                refused(() -> start(clerk, "baton.schema.name=shop").close());
        assertThat(refusal).hasMessageContaining("lacks rights in the schema 'shop', or it does not exist");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void a_schema_that_is_made_is_warned_of_once(TestDatabase database, CapturedOutput output) {
        DatabaseAccess fresh = fresh(database);
        start(fresh, "baton.schema.name=mistyped").close();
        assertThat(output).containsIgnoringCase("The schema 'mistyped' did not exist and was created");
        int length = output.length();
        start(fresh, "baton.schema.name=mistyped").close();
        assertThat(output.toString().substring(length)).doesNotContain("did not exist");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB", "MYSQL"})
    void schema_work_leaves_a_pool_of_one_connection_alone(TestDatabase database) {
        try (var host = start(fresh(database), "spring.datasource.hikari.maximum-pool-size=1")) {
            runsAJob(host);
        }
    }
}
