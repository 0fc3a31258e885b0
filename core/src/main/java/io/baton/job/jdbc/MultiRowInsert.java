package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.job.NewJob;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One INSERT with up to a few hundred rows, so that the statement stays below every packet and parameter limit. */
record MultiRowInsert(Database database) implements BulkInsert {

    private static final int ROWS = 200;
    private static final long CHARACTERS = 2_000_000;

    @Override
    public void insert(List<NewJob> jobs, @Nullable String trace) {
        List<InsertValues> rows = new ArrayList<>();
        long characters = 0;
        boolean tied = jobs.stream().anyMatch(job -> job.ties() != 0);
        for (NewJob job : jobs) {
            rows.add(tied ? InsertValues.tied(job, database, trace) : InsertValues.of(job, database, trace));
            characters += job.payload() == null ? 0 : job.payload().length();
            if (rows.size() == ROWS || characters > CHARACTERS) {
                write(rows);
                rows.clear();
                characters = 0;
            }
        }
        if (!rows.isEmpty()) {
            write(rows);
        }
    }

    private void write(List<InsertValues> rows) {
        String values = rows.stream().map(InsertValues::row).collect(Collectors.joining(", "));
        Object[] parameters =
                rows.stream().flatMap(row -> row.parameters().stream()).toArray();
        database.update(rows.get(0).into() + "VALUES " + values, parameters);
    }
}
