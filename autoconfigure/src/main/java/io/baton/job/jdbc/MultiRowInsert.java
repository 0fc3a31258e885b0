package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** One INSERT with many rows; a few hundred of them, so that the statement stays below every packet and parameter limit. */
record MultiRowInsert(Database database) implements BulkInsert {

    private static final int ROWS = 200;
    private static final long CHARACTERS = 2_000_000;

    @Override
    public void insert(List<NewJob> jobs) {
        List<InsertValues> rows = new ArrayList<>();
        long characters = 0;
        boolean tied = jobs.stream().anyMatch(job -> job.ties() != 0);
        for (NewJob job : jobs) {
            rows.add(tied ? InsertValues.tied(job, database) : InsertValues.of(job, database));
            characters += job.payload() == null ? 0 : job.payload().length();
            if (rows.size() == ROWS || characters > CHARACTERS) {
                write(rows, tied);
                rows.clear();
                characters = 0;
            }
        }
        if (!rows.isEmpty()) {
            write(rows, tied);
        }
    }

    private void write(List<InsertValues> rows, boolean tied) {
        String values = rows.stream().map(InsertValues::row).collect(Collectors.joining(", "));
        Object[] parameters =
                rows.stream().flatMap(row -> row.parameters().stream()).toArray();
        database.update((tied ? InsertValues.INTO_TIED : InsertValues.INTO) + "VALUES " + values, parameters);
    }
}
