package io.baton.job.jdbc;

import io.baton.database.Database;

/** Chooses the statements for a database. */
final class StatementsByVendor {

    private StatementsByVendor() {}

    /** Returns the statements for this database. */
    static JobStatements of(Database database) {
        return switch (database.dialect().vendor()) {
            case "postgresql" -> new PostgresJobStatements(database);
            case "mariadb", "mysql" -> new JobStatements.Portable(database, new MariaClaim(database));
            default -> new JobStatements.Portable(database, new H2Claim(database));
        };
    }
}
