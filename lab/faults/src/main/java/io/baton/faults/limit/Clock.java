package io.baton.faults.limit;

import io.baton.faults.server.Server;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcOperations;

/** The clock of the database, in microseconds. */
public record Clock(Server.Kind kind, JdbcOperations jdbc) {

    /** Returns an expression for the moment at which its statement begins, before it sees what was committed. */
    public String now() {
        return kind == Server.Kind.MARIADB ? of("UTC_TIMESTAMP(6)") : of("statement_timestamp()");
    }

    /** Returns an expression for a moment in one of Baton's columns. */
    String of(String moment) {
        return kind == Server.Kind.MARIADB
                ? "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', " + moment + ")"
                : "CAST(EXTRACT(EPOCH FROM " + moment + ") * 1000000 AS bigint)";
    }

    /** Returns the time. */
    public long read() {
        return Objects.requireNonNull(jdbc.queryForObject("SELECT " + now(), Long.class));
    }
}
