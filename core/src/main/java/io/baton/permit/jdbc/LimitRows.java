package io.baton.permit.jdbc;

import io.baton.Rate;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.permit.Limit;
import io.baton.type.Names;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.SqlParameterValue;

/** The rows of limits. */
record LimitRows(Database database) {

    /** The type of names of limits, and of their keys. */
    static final String NAME_TYPE = "varchar(202)";

    private static final String COLUMNS = "name, family, capacity, rate, per_micros, burst, declared, used_at";
    private static final String CHANGE = "UPDATE baton_limit SET capacity = ?, rate = ?, per_micros = ?, burst = ?";
    private static final String KEY_COLUMNS = "name, family, used_at";
    /** A key has what its family has, unless it was given something of its own. */
    static final String CAPACITY = "COALESCE(l.capacity, f.capacity, 0)";

    static final String RATE =
            "COALESCE(l.rate, f.rate) AS rate, COALESCE(l.per_micros, f.per_micros) AS per_micros, COALESCE(l.burst, f.burst) AS burst";

    static final String WITH_FAMILY = "baton_limit l LEFT JOIN baton_limit f ON f.name = l.family";

    /** Whether there is such a limit, or one whose keys have this form. */
    boolean knows(String name) {
        String family = Names.family(name);
        return isThere(family) || (!family.equals(name) && isThere(name));
    }

    boolean isThere(String name) {
        return !database.list("SELECT name FROM baton_limit WHERE name = ?", String.class, name)
                .isEmpty();
    }

    /** Makes a limit unless it is there. */
    void make(String name, Limit limit, @Nullable String declared) {
        String row = "SELECT " + parameter(NAME_TYPE) + " AS name, " + parameter(NAME_TYPE) + " AS family, "
                + parameter("integer") + " AS capacity, " + parameter("integer") + " AS rate, "
                + parameter("bigint") + " AS per_micros, " + parameter("integer") + " AS burst, "
                + parameter(NAME_TYPE) + " AS declared, " + database.dialect().now() + " AS used_at";
        List<@Nullable Object> parameters = new ArrayList<>(List.of(name, Names.family(name)));
        parameters.addAll(values(limit));
        parameters.add(new SqlParameterValue(Types.VARCHAR, declared));
        insert(database.dialect().insertIfAbsent("baton_limit", COLUMNS, row), parameters.toArray());
    }

    private String parameter(String type) {
        return database.dialect().parameter(type);
    }

    private static List<Object> values(Limit limit) {
        Rate rate = limit.rate();
        return List.of(
                new SqlParameterValue(Types.INTEGER, limit.capacity()),
                new SqlParameterValue(Types.INTEGER, rate == null ? null : rate.permits()),
                new SqlParameterValue(Types.BIGINT, rate == null ? null : Micros.of(rate.per())),
                new SqlParameterValue(Types.INTEGER, rate == null ? null : rate.burst()));
    }

    /** Reads a rate from {@link #RATE}. */
    static Rate rate(ResultSet row) throws SQLException {
        return Rate.of(row.getInt("rate"), Micros.duration(row.getLong("per_micros")))
                .withBurst(row.getInt("burst"));
    }

    /** Makes the row of a key of a limit unless it is there. */
    void makeKey(String name) {
        String row = "SELECT " + parameter(NAME_TYPE)
                + " AS name, l.name AS family, " + database.dialect().now()
                + " AS used_at FROM baton_limit l WHERE l.name = ?";
        insert(database.dialect().insertIfAbsent("baton_limit", KEY_COLUMNS, row), name, Names.family(name));
    }

    /** On some databases the row that another transaction has just made is a failure, of the statement alone. */
    private void insert(String statement, Object... parameters) {
        try {
            database.update(statement, parameters);
        } catch (DuplicateKeyException e) {
            // it is there
        }
    }

    /** Says what a key allows that has what its family has; returns whether it does. */
    boolean fill(String name, Limit limit) {
        List<Object> parameters = new ArrayList<>(values(limit));
        parameters.add(name);
        return database.update(CHANGE + " WHERE name = ? AND capacity IS NULL AND rate IS NULL", parameters.toArray())
                > 0;
    }

    /** Changes what a limit allows; returns whether it is there. */
    boolean change(String name, Limit limit) {
        List<Object> parameters = new ArrayList<>(values(limit));
        parameters.add(name);
        return database.update(CHANGE + " WHERE name = ?", parameters.toArray()) > 0;
    }

    /** Changes what a limit allows if the properties said something else before; returns whether they did. */
    boolean declare(String name, Limit limit) {
        List<Object> parameters = new ArrayList<>(values(limit));
        parameters.addAll(List.of(limit.text(), name, limit.text()));
        return database.update(
                        CHANGE + ", declared = ? WHERE name = ? AND (declared IS NULL OR declared <> ?)",
                        parameters.toArray())
                > 0;
    }

    /** Locks the row of a limit until the transaction is over; returns whether it is there. */
    boolean lock(String name) {
        return !database.list("SELECT name FROM baton_limit WHERE name = ? FOR UPDATE", String.class, name)
                .isEmpty();
    }

    /** The same for many, one after the other in the order of their names, where a statement that names many might lock others too. */
    void lock(Collection<String> names) {
        if (database.dialect().verbsAreStatements()) {
            database.list(
                    "SELECT name FROM baton_limit WHERE name = ANY (?) ORDER BY name FOR UPDATE", String.class, (Object)
                            names.toArray(String[]::new));
        } else {
            new TreeSet<>(names).forEach(this::lock);
        }
    }

    /** Returns up to {@code limit} keys of a family beyond {@code after}, ascending. Next to the colon, which comes before each key, stands the semicolon. */
    List<String> keys(String family, String after, int limit) {
        return database.list(
                "SELECT name FROM baton_limit WHERE name > ? AND name < ? AND family = ? ORDER BY name LIMIT " + limit,
                String.class,
                after,
                family + ";",
                family);
    }

    /** Returns how many more permits may be given; read in a statement after the one that locked the row. */
    int room(String name) {
        return room(List.of(name)).getOrDefault(name, 0);
    }

    /** The same of each of many that is there. */
    Map<String, Integer> room(Collection<String> names) {
        Map<String, Integer> room = new TreeMap<>();
        database.forEach(
                "SELECT l.name, " + CAPACITY + " - (" + PermitCounts.HELD + ") AS room FROM " + WITH_FAMILY
                        + " WHERE l.name IN (" + String.join(", ", Collections.nCopies(names.size(), "?")) + ")",
                row -> room.put(row.getString("name"), row.getInt("room")),
                names.toArray());
        return room;
    }
}
