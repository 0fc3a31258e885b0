package io.baton.testing;

import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.mariadb.MariaDBContainer;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** Servers in containers, which Testcontainers removes with the JVM. */
final class Containers {

    private Containers() {}

    @SuppressWarnings("resource")
    static DatabaseServer postgres() {
        return databasesOf(new PostgreSQLContainer("postgres:18"), "test");
    }

    @SuppressWarnings("resource")
    static DatabaseServer mariaDb() {
        return databasesOf(new MariaDBContainer("mariadb:11.8"), "root");
    }

    @SuppressWarnings("resource")
    static DatabaseServer mySql() {
        return databasesOf(new MySQLContainer("mysql:8.4"), "root");
    }

    private static DatabaseServer databasesOf(JdbcDatabaseContainer<?> container, String user) {
        container.start();
        DatabaseAccess administrator = new DatabaseAccess(container.getJdbcUrl(), user, container.getPassword());
        String server = administrator.url().substring(0, administrator.url().indexOf("/test") + 1);
        return name -> {
            DatabaseServer.create(new DatabaseAccess(server + "test", user, administrator.password()), name);
            return new DatabaseAccess(server + name, user, administrator.password());
        };
    }
}
