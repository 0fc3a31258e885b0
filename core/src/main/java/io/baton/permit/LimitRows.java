package io.baton.permit;

import io.baton.Rate;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.job.Ties;
import io.baton.type.Names;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.SqlParameterValue;

/** Reads and writes the rows of limits. */
record LimitRows(Database database) {

    private static final String MADE = """
            SELECT {?varchar(202)} AS name, {?varchar(202)} AS family, {?integer} AS capacity, {?integer} AS rate,
                {?bigint} AS per_micros, {?integer} AS burst, {?varchar(202)} AS declared, {now} AS used_at""";

    private static final String MADE_KEY =
            "SELECT {?varchar(202)} AS name, l.name AS family, {now} AS used_at FROM baton_limit l WHERE l.name = ?";

    private static final String CHANGE = "UPDATE baton_limit SET capacity = ?, rate = ?, per_micros = ?, burst = ?";
    /** The condition that a job {@code j} needs permits. After a truncation of the table, a job that needs none may have the id of one that did. */
    static final String LIMITED = "MOD(j.ties, 2) = " + Ties.LIMITS;

    /** Selects the free permits of limits. A key without a value has that of its limit. Only jobs that run or will run hold permits. */
    private static final String ROOM = """
            SELECT l.name, COALESCE(l.capacity, f.capacity, 0)
                - (SELECT COUNT(*) FROM baton_permit h JOIN baton_job j ON j.id = h.job_id
                    WHERE h.state = 2 AND h.name = l.name AND j.state IN (1, 2, 3) AND MOD(j.ties, 2) = 1) AS room
            FROM baton_limit l LEFT JOIN baton_limit f ON f.name = l.family WHERE l.name IN (%s)""";

    boolean exists(String name) {
        return database.finds("SELECT name FROM baton_limit WHERE name = ?", name);
    }

    /** Creates a limit unless it exists. */
    void make(String name, Limit limit, @Nullable String declared) {
        List<@Nullable Object> parameters = new ArrayList<>(List.of(name, Names.family(name)));
        parameters.addAll(values(limit));
        parameters.add(new SqlParameterValue(Types.VARCHAR, declared));
        database.insertIfAbsent(
                "baton_limit",
                "name, family, capacity, rate, per_micros, burst, declared, used_at",
                MADE,
                parameters.toArray());
    }

    private static List<Object> values(Limit limit) {
        Rate rate = limit.rate();
        return List.of(
                new SqlParameterValue(Types.INTEGER, limit.capacity()),
                new SqlParameterValue(Types.INTEGER, rate == null ? null : rate.permits()),
                new SqlParameterValue(Types.BIGINT, rate == null ? null : Micros.of(rate.per())),
                new SqlParameterValue(Types.INTEGER, rate == null ? null : rate.burst()));
    }

    static Rate rate(ResultSet row) throws SQLException {
        return new Rate(row.getInt("rate"), Micros.duration(row.getLong("per_micros")), row.getInt("burst"));
    }

    /** Creates the row of a key of a limit unless it exists. */
    void makeKey(String name) {
        database.insertIfAbsent("baton_limit", "name, family, used_at", MADE_KEY, name, Names.family(name));
    }

    /** Changes the limit that the rest of the statement selects. Returns whether there is one. */
    boolean change(Limit limit, String which, Object... parameters) {
        List<Object> all = new ArrayList<>(values(limit));
        all.addAll(List.of(parameters));
        return database.update(CHANGE + which, all.toArray()) > 0;
    }

    /** Locks the row of a limit until the end of the transaction. Returns whether the row exists. */
    boolean lock(String name) {
        return database.finds("SELECT name FROM baton_limit WHERE name = ? FOR UPDATE", name);
    }

    /**
     * Writes the locked rows of limits that gave permits, if a lock may hold on one of several servers only, as with Galera. Two admissions that
     * counted the same free permit conflict by this write alone, and one of them fails when it commits.
     */
    void used(Collection<String> names) {
        if (database.dialect().locksMayBeLocal()) {
            database.updateEach(
                    "UPDATE baton_limit SET used_at = {now} WHERE name = ?", names, name -> new Object[] {name});
        }
    }

    /** Returns the number of free permits of each existing limit. The caller has locked the rows in an earlier statement. */
    Map<String, Integer> room(Collection<String> names) {
        Map<String, Integer> room = new TreeMap<>();
        database.forEach(
                ROOM.formatted(Database.marks(names)),
                row -> room.put(row.getString("name"), row.getInt("room")),
                names.toArray());
        return room;
    }
}
