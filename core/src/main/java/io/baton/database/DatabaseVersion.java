package io.baton.database;

import io.baton.start.StartRefusedException;
import java.util.Map;

/** The version of a database, as its driver tells it. */
record DatabaseVersion(String product, int major, int minor) {

    /** Older ones do not know some of Baton's statements. Of MySQL 8.0, Baton needs 8.0.17, which a driver does not always tell. */
    private static final Map<String, DatabaseVersion> OLDEST = Map.of(
            "PostgreSQL", new DatabaseVersion("PostgreSQL", 13, 0),
            "MariaDB", new DatabaseVersion("MariaDB", 10, 6),
            "MySQL", new DatabaseVersion("MySQL", 8, 0));

    /**
     * Checks that Baton's statements are known to this version.
     *
     * @throws StartRefusedException if not
     */
    void requireRecent() {
        DatabaseVersion oldest = OLDEST.get(product);
        if (oldest != null && isBefore(oldest)) {
            throw new StartRefusedException(
                    "Baton does not run on " + this + ", which does not know some of its statements",
                    "Upgrade the database to " + oldest
                            + " or newer, or give Baton another one and mark its DataSource bean with"
                            + " @BatonDataSource. A proxy may tell another version than the database has: set it there.");
        }
    }

    private boolean isBefore(DatabaseVersion other) {
        return major < other.major || (major == other.major && minor < other.minor);
    }

    @Override
    public String toString() {
        return product + " " + major + "." + minor;
    }
}
