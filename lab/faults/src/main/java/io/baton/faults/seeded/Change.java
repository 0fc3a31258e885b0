package io.baton.faults.seeded;

/**
 * A change of statements.
 *
 * @param where a text by which they are found
 * @param sound the text that is replaced in them
 */
record Change(String where, String sound, String broken) {

    /** Makes each handler take a while, some longer than others. */
    static final Change SLOW_EFFECT = effectFrom("pg_sleep(random() * 0.05)");

    /** Has a handler write its effect once for each row of a function. */
    static Change effectFrom(String function) {
        return new Change("INSERT INTO effect", "VALUES (?, ?, ?, ?, ?)", "SELECT ?, ?, ?, ?, ? FROM " + function);
    }

    String apply(String sql) {
        return sql.contains(where) ? sql.replace(sound, broken) : sql;
    }
}
