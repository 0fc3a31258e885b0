package io.baton.database;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.start.StartRefusedException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drivers answer with the name of PostgreSQL or MySQL for whatever speaks the protocol; the server's own words tell. */
class LookalikeTests {

    @ParameterizedTest
    @CsvSource({
        "CockroachDB, PostgreSQL, 13, 'CockroachDB CCL v26.2.5 (x86_64-pc-linux-gnu, built 2026/07/28 18:56:00, go1.25.5)'",
        "YugabyteDB, PostgreSQL, 15, 'PostgreSQL 15.12-YB-2026.1.0.1-b0 on x86_64-pc-linux-gnu, compiled by clang version 21.1.1'",
        "YugabyteDB, PostgreSQL, 11, 'PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu'",
        "Amazon Redshift, PostgreSQL, 8, 'PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2, Redshift 1.0.12103'",
        "Greenplum, PostgreSQL, 9, 'PostgreSQL 9.4.24 (Greenplum Database 6.0.0 build commit:a2ff2fc3) on x86_64-unknown-linux-gnu'",
        "Apache Cloudberry, PostgreSQL, 14, 'PostgreSQL 14.4 (Apache Cloudberry 2.1.0-incubating build bdf90c5518f) on aarch64-unknown-linux-gnu'",
        "Apache Cloudberry, PostgreSQL, 14, 'PostgreSQL 14.4 (Cloudberry Database 1.0.0 build dev) on x86_64-pc-linux-gnu, compiled by gcc (GCC) 11.5.0'",
        "openGauss, PostgreSQL, 9, '(openGauss 6.0.0 build aee4abd5) compiled at 2024-09-29 19:14:27 commit 0 last mr   on x86_64-unknown-linux-gnu'",
        "openGauss, PostgreSQL, 9, 'PostgreSQL 9.2.4 (openGauss-lite 5.0.3 build 89d144c2) compiled at ...'",
        "GaussDB, PostgreSQL, 9, 'PostgreSQL 9.2.4 (GaussDB Kernel V500R001C20 build 9eff8f60) compiled at 2021-09-24 10:10:25 commit 0 last mr'",
        "Materialize, PostgreSQL, 9, 'PostgreSQL 9.5 on x86_64-unknown-linux-gnu (Materialize 26.36.0)'",
        "RisingWave, PostgreSQL, 13, 'PostgreSQL 13.14.0-RisingWave-3.0.2 (391c3a16ef26)'",
        "CrateDB, PostgreSQL, 14, 'CrateDB 5.2.3'",
        "QuestDB, PostgreSQL, 12, 'PostgreSQL 12.3, compiled by Visual C++ build 1914, 64-bit, QuestDB'",
        "TiDB, MySQL, 8, '8.0.11-TiDB-v8.5.4 TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible'",
        "TiDB, MySQL, 8, '8.0.36 TiDB Server (Apache License 2.0) Community Edition, MySQL 8.0 compatible'",
        "Vitess, MySQL, 8, '8.0.40-Vitess Version: 22.0.0'",
        "Vitess, MySQL, 8, '8.0.30-vitess-19.0.0 '",
        "OceanBase, MySQL, 5, '5.7.25-OceanBase_CE-v4.2.1.2 OceanBase_CE 4.2.1.2 (r102000042023120514) (Built Dec  5 2023 14:34:01)'",
        "PolarDB-X, MySQL, 5, '5.7.25-TDDL-5.4.19-20251031 '",
        "SingleStore, MySQL, 5, '5.7.32 SingleStoreDB source distribution (compatible; MySQL Enterprise & MySQL Commercial)'",
        "MemSQL, MySQL, 5, '5.5.58 MemSQL source distribution (compatible; MySQL Enterprise & MySQL Commercial)'",
        "Apache Doris, MySQL, 5, '5.7.99 Doris version doris-2.0.3-rc06-37d31a5'",
        "Apache Doris, MySQL, 5, '5.7.99 doris version doris-4.1.3-rc02-7126cf65d96'",
        "Dolt, MySQL, 8, '8.0.11 Dolt'"
    })
    void what_only_speaks_the_protocol_is_refused_by_its_name(String name, String product, int major, String version) {
        DataSource server = server(product, major, version);
        assertThatThrownBy(() -> SupportedServer.require(server, 1_000_000))
                .isInstanceOf(StartRefusedException.class)
                .hasMessageStartingWith("Baton does not run on a database that only speaks the protocol")
                .hasMessageContaining(version)
                .extracting(failure -> ((StartRefusedException) failure).action())
                .asString()
                .contains("@BatonDataSource", "baton.enabled=false", "docs/requirements.md#");
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 18, 'PostgreSQL 18.6 (Debian 18.6-1.pgdg13+1) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit'",
        "PostgreSQL, 16, 'PostgreSQL 16.8 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 10.5.0, 64-bit'",
        "PostgreSQL, 17, 'PostgreSQL 17.5 (6bc9ef8) on aarch64-unknown-linux-gnu, compiled by gcc, 64-bit'",
        "PostgreSQL, 15, 'PostgreSQL 15.12 on x86_64-pc-linux-gnu, compiled by Debian clang version 12.0.1, 64-bit'",
        "MySQL, 8, '8.0.36-28 Percona Server (GPL), Release 28, Revision 47601f19'",
        "MySQL, 8, '8.0.mysql_aurora.3.08.0 Source distribution'",
        "MySQL, 9, '9.7.1 MySQL Community Server - GPL'",
        "MySQL, 8, '8.0.32-X-Cluster-8.4.20-20251017 '",
        "PostgreSQL, 14, 'PostgreSQL 14.20 (PolarDB 14.20.41.0)'",
        "MariaDB, 11, '11.4.5-MariaDB-ubu2404 mariadb.org binary distribution'"
    })
    void what_is_the_database_itself_is_not_whoever_runs_it(String product, int major, String version) {
        DataSource server = server(product, major, version);
        assertThatCode(() -> SupportedServer.require(server, 1_000_000)).doesNotThrowAnyException();
    }

    /** A server that answers a few questions. */
    private static DataSource server(String product, int major, String version) {
        Map<String, Object> metaData = Map.of(
                "getDatabaseProductName", product,
                "getDatabaseMajorVersion", major,
                "getDatabaseMinorVersion", 6);
        return answering(
                DataSource.class,
                Map.of(
                        "getConnection",
                        answering(
                                Connection.class,
                                Map.of(
                                        "getMetaData", answering(DatabaseMetaData.class, metaData),
                                        "createStatement", statement(version)))));
    }

    private static Statement statement(String version) {
        return answering(Statement.class, (statement, method, arguments) -> {
            if (!method.getName().equals("executeQuery")) {
                return null;
            }
            String text = ((String) arguments[0]).contains("server_encoding") ? "UTF8" : version;
            Iterator<Boolean> rows = List.of(true, false).iterator();
            return answering(ResultSet.class, (result, question, parameters) -> switch (question.getName()) {
                case "next" -> rows.next();
                case "getMetaData" -> answering(ResultSetMetaData.class, Map.of("getColumnCount", 1));
                case "getString" -> text;
                case "getLong" -> 16_777_216L;
                case "wasNull" -> false;
                default -> null;
            });
        });
    }

    private static <T> T answering(Class<T> type, Map<String, Object> answers) {
        return answering(type, (proxy, method, arguments) -> answers.get(method.getName()));
    }

    private static <T> T answering(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
