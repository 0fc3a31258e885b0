package io.baton.database;

import io.baton.start.StartRefusedException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Checks at the start that Baton can run on the server behind a data source. */
public final class SupportedServer {

    /** The oldest versions that know all of Baton's statements. Baton needs MySQL 8.0.17, but a driver may not report the third number. */
    private static final Map<String, List<Integer>> OLDEST =
            Map.of("PostgreSQL", List.of(13, 0), "MariaDB", List.of(10, 6), "MySQL", List.of(8, 0));

    /**
     * Parts of the versions of databases that speak the protocol of PostgreSQL or MySQL but are neither. Their drivers return the name of the
     * imitated product. docs/requirements.md has the reasons.
     */
    private static final Pattern LOOKALIKES = Pattern.compile(
            "(?i)CockroachDB|-YB-|Redshift|Greenplum|Cloudberry|openGauss|GaussDB|Materialize|RisingWave|CrateDB|QuestDB"
                    + "|TiDB|Vitess|OceanBase|-TDDL-|SingleStore|MemSQL|Doris version| Dolt");

    /** Bytes that are reserved for the rest of a statement with a payload. */
    private static final int REST = 100_000;

    /** Several rows share a statement up to this size. */
    private static final long LEAST = 1 << 20;

    private SupportedServer() {}

    /** Checks that the database is a known one in a supported version, not one that only speaks its protocol, and has a usable configuration. */
    public static void require(DataSource dataSource, int payloadBytes) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        switch (Vendor.dialect(dataSource).vendor()) {
            case "postgresql" -> {
                refuseLookalikes(jdbc, "SELECT version()");
                requireRecent(dataSource);
                requireUnicode(jdbc);
            }
            case "h2" -> {}
            default -> {
                refuseLookalikes(jdbc, "SELECT CONCAT(VERSION(), ' ', @@version_comment)");
                requireRecent(dataSource);
                requireRoom(jdbc, payloadBytes);
            }
        }
    }

    private static void refuseLookalikes(JdbcTemplate jdbc, String query) {
        String version = String.valueOf(jdbc.queryForObject(query, String.class));
        if (LOOKALIKES.matcher(version).find()) {
            throw new StartRefusedException(
                    "Baton does not run on a database that only speaks the protocol of PostgreSQL or MySQL."
                            + " The server says of itself '" + version + "'",
                    "Give Baton a database that is PostgreSQL, MariaDB or MySQL itself, and mark its DataSource bean with"
                            + " @BatonDataSource, or switch Baton off with baton.enabled=false. What counts as such a database is in"
                            + " docs/requirements.md#databases-that-only-speak-the-protocol.");
        }
    }

    private static void requireRecent(DataSource dataSource) {
        Vendor.metadata(dataSource, metaData -> {
            requireRecent(
                    metaData.getDatabaseProductName(),
                    metaData.getDatabaseMajorVersion(),
                    metaData.getDatabaseMinorVersion());
            return true;
        });
    }

    /** Checks that this version, as the driver reports it, knows Baton's statements. */
    static void requireRecent(String product, int major, int minor) {
        List<Integer> oldest = OLDEST.getOrDefault(product, List.of(0, 0));
        if (major < oldest.get(0) || (major == oldest.get(0) && minor < oldest.get(1))) {
            throw new StartRefusedException(
                    "Baton does not run on " + product + " " + major + "." + minor
                            + ", which does not know some of its statements",
                    "Upgrade the database to " + product + " " + oldest.get(0) + "." + oldest.get(1)
                            + " or newer, or give Baton another one and mark its DataSource bean with"
                            + " @BatonDataSource. A proxy may report another version than the database has: set it there.");
        }
    }

    /**
     * Requires statements for the largest payload, which drivers may escape: to send a longer one ends the connection, like an outage. The server
     * rounds its limit down to 1,024 bytes.
     */
    private static void requireRoom(JdbcTemplate jdbc, int payloadBytes) {
        Long largest = jdbc.queryForObject("SELECT @@max_allowed_packet", Long.class);
        long needed = Math.max(LEAST, (2L * payloadBytes + REST + 1023) / 1024 * 1024);
        if (largest != null && largest < needed) {
            throw new StartRefusedException(
                    "The database server accepts statements of at most " + largest
                            + " bytes (max_allowed_packet). A payload of " + payloadBytes
                            + " bytes, the size in baton.payload.max-size, can need " + needed,
                    "Set max_allowed_packet of the server to " + needed
                            + " or more, or set baton.payload.max-size to a smaller value.");
        }
    }

    /** Requires UTF-8. Otherwise the message of an exception, and with it the outcome of a job, might not be storable. */
    private static void requireUnicode(JdbcTemplate jdbc) {
        String encoding = jdbc.queryForObject("SELECT current_setting('server_encoding')", String.class);
        if (!"UTF8".equals(encoding)) {
            throw new StartRefusedException(
                    "Baton does not run on a PostgreSQL database with the encoding '" + encoding
                            + "', which cannot keep every character of payloads and errors, or counts their bytes",
                    "Move the data to a database that was created with ENCODING 'UTF8', or give Baton one of its own and mark its"
                            + " DataSource bean with @BatonDataSource.");
        }
    }
}
