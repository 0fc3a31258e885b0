package io.baton.database;

import io.baton.BatonException;
import java.sql.DatabaseMetaData;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** Tells which database is behind a data source. */
public final class Vendor {

    private Vendor() {}

    /**
     * Checks that Baton knows the database and can run on it as it is set up.
     *
     * @throws UnknownDatabaseException if not
     */
    public static void requireKnown(DataSource dataSource) {
        dialect(dataSource).requireUsable(new JdbcTemplate(dataSource));
    }

    /** Whether it is PostgreSQL, which can notify. */
    public static boolean notifies(DataSource dataSource) {
        return dialect(dataSource) instanceof PostgresDialect;
    }

    /** Returns the words of the database. */
    public static Dialect dialect(DataSource dataSource) {
        String product;
        try {
            product = JdbcUtils.extractDatabaseMetaData(dataSource, DatabaseMetaData::getDatabaseProductName);
        } catch (MetaDataAccessException e) {
            throw new BatonException("Baton cannot ask its data source which database it is: " + e.getMessage(), e);
        }
        return switch (product) {
            case "PostgreSQL" -> new PostgresDialect();
            case "MariaDB" -> new MariaDialect("mariadb");
            case "MySQL" -> new MariaDialect("mysql");
            case "H2" -> new H2Dialect();
            default -> throw new UnknownDatabaseException(product);
        };
    }
}
