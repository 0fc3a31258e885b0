package io.baton.database;

import io.baton.BatonException;
import io.baton.start.StartRefusedException;
import java.sql.DatabaseMetaData;
import javax.sql.DataSource;
import org.springframework.jdbc.support.DatabaseMetaDataCallback;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** Determines the database of a data source. */
public final class Vendor {

    private Vendor() {}

    /** Returns whether the database is PostgreSQL, which has NOTIFY. */
    public static boolean notifies(DataSource dataSource) {
        return dialect(dataSource) instanceof PostgresDialect;
    }

    public static Dialect dialect(DataSource dataSource) {
        String product = metadata(dataSource, DatabaseMetaData::getDatabaseProductName);
        return switch (product) {
            case "PostgreSQL" -> new PostgresDialect();
            case "MariaDB" -> new MariaDialect("mariadb");
            case "MySQL" -> new MariaDialect("mysql");
            case "H2" -> new H2Dialect();
            default ->
                throw new StartRefusedException(
                        "Baton does not know the database '" + product + "'",
                        "Baton runs on PostgreSQL, MariaDB, MySQL and H2. Mark the DataSource bean of such a database with @BatonDataSource,"
                                + " or switch Baton off with baton.enabled=false.");
        };
    }

    /** Returns the result of a query of the metadata. */
    public static <T> T metadata(DataSource dataSource, DatabaseMetaDataCallback<T> query) {
        try {
            return JdbcUtils.extractDatabaseMetaData(dataSource, query);
        } catch (MetaDataAccessException e) {
            throw new BatonException("Baton cannot read the metadata of its database: " + e.getMessage(), e);
        }
    }
}
