package io.baton.job;

import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The "UPDATE with limit" of the article that Baton's batches of lock ids are learnt from, word for word but for the names of tables.
 * It is wrong on every database, and here to show that the race of the contract finds out.
 */
record SeedClaim(StoreOnDatabase database) implements BatchClaimer {

    private static final String CLAIM = """
            UPDATE file_info SET lock_id = ?
            WHERE id IN (SELECT id FROM file_info WHERE lock_id IS NULL AND processed = FALSE LIMIT %d)""";

    static SeedClaim on(StoreOnDatabase database) {
        database.sql.execute(
                "CREATE TABLE file_info (id integer PRIMARY KEY, lock_id varchar(36), processed boolean NOT NULL)");
        return new SeedClaim(database);
    }

    void fill(int rows) {
        database.sql.update("DELETE FROM file_info");
        List<Object[]> ids =
                IntStream.range(0, rows).mapToObj(id -> new Object[] {id}).toList();
        database.transactions.run(() -> database.sql.batchUpdate("INSERT INTO file_info VALUES (?, NULL, FALSE)", ids));
    }

    @Override
    public List<Long> claim(int limit) {
        String lockId = UUID.randomUUID().toString();
        database.transactions.single(() -> database.sql.update(CLAIM.formatted(limit), lockId));
        return database.sql.queryForList(
                "SELECT id FROM file_info WHERE lock_id = ? AND processed = FALSE", Long.class, lockId);
    }

    @Override
    public void finish(List<Long> ids) {
        database.transactions.run(() -> database.sql.batchUpdate(
                "UPDATE file_info SET processed = TRUE WHERE id = ?",
                ids.stream().map(id -> new Object[] {id}).toList()));
    }

    @Override
    public boolean drained() {
        return database.sql
                .queryForList("SELECT id FROM file_info WHERE lock_id IS NULL LIMIT 1")
                .isEmpty();
    }
}
