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

    /** Makes some transactions of steps take a while. */
    static final Change SLOW_STEP =
            new Change("INSERT INTO step_row", "RETURNING n", "RETURNING n + 0 * " + slept("random() * 0.05"));

    /** Keeps the transactions of senders open for a while. */
    static final Change SLOW_SENDER =
            new Change("INSERT INTO answer", "(?, ?, ?, ?)", "(?, ?, ?, ? OR " + slept("random() * 0.1") + " = 0)");

    /** Lets a while pass between the last statement of a run and its end. */
    static final Change SLOW_END = new Change(
            "cancel_requested, interruptions",
            "FROM baton_job j WHERE",
            "FROM baton_job j WHERE " + slept("0.03") + " = 1 AND");

    /** Lets a while pass until the waits are ended whose time has come. */
    static final Change SLOW_TIMES = new Change(
            "SELECT job_id FROM baton_step",
            "WHERE until_at <= ",
            "WHERE " + slept("random() * 0.1") + " = 1 AND until_at <= ");

    /** Has a handler write its effect once for each row of a function. */
    static Change effectFrom(String function) {
        return new Change("INSERT INTO effect", "VALUES (?, ?, ?, ?, ?)", "SELECT ?, ?, ?, ?, ? FROM " + function);
    }

    private static String slept(String seconds) {
        return "(SELECT COUNT(*) FROM pg_sleep(" + seconds + "))";
    }

    String apply(String sql) {
        return sql.contains(where) ? sql.replace(sound, broken) : sql;
    }
}
