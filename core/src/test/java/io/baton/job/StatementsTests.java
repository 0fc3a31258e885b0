package io.baton.job;

import static io.baton.job.JobDraft.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.example.NoteStatements;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.RecordedStatements;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.util.StreamUtils;

/**
 * What plain jobs cost, to the letter: the statements of each verb, with every capability present. A change of this file is a change of what
 * everybody pays.
 */
@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB})
class StatementsTests {

    private final Map<String, List<String>> statements = new LinkedHashMap<>();

    @Test
    void plain_jobs_cost_these_statements_and_no_others(TestDatabase kind) throws IOException {
        try (StoreOnDatabase database = new StoreOnDatabase(kind, NoteStatements::new)) {
            record(database);
        }
        StringBuilder text = new StringBuilder();
        statements.forEach((verb, texts) -> {
            text.append("# ").append(verb).append('\n');
            texts.forEach(each -> text.append(each).append('\n'));
        });
        String name = "statements/" + kind.label() + ".txt";
        Path seen = Files.createDirectories(Path.of("target/statements")).resolve(kind.label() + ".txt");
        Files.writeString(seen, text);
        try (InputStream expected = getClass().getClassLoader().getResourceAsStream(name)) {
            assertThat(text.toString())
                    .as("if this is meant, take %s for %s", seen, name)
                    .isEqualTo(StreamUtils.copyToString(requireNonNull(expected, name), StandardCharsets.UTF_8));
        }
    }

    private void record(StoreOnDatabase database) {
        RecordedStatements recorded = new RecordedStatements(database.dataSource);
        Transactions transactions = new OwnTransactions(recorded);
        JobStore store = JobStore.of(JdbcJobRoles.on(
                new Database(recorded, null),
                TestedStore.KEEP_ALL,
                List.of(NoteStatements::new),
                InsertObserver.NONE,
                () -> 0));
        Pulses pulses = JdbcJobRoles.pulses(new Database(recorded, null), TestedStore.KEEP_ALL, transactions);
        recorded.taken();

        transactions.run(() -> store.insert(job().asNew()));
        note("enqueue", recorded);
        transactions.run(() -> {
            store.insertAll(job().times(3));
            return null;
        });
        note("enqueue several", recorded);
        List<ClaimedJob> jobs =
                transactions.single(() -> store.claim(database.wish("q", 10))).jobs();
        assertThat(jobs).hasSize(4);
        note("claim", recorded);
        transactions.single(() -> store.settle(List.of(Settlement.of(jobs.get(0), Outcome.Completed.PLAIN))));
        note("complete one", recorded);
        transactions.single(() -> store.settle(List.of(
                Settlement.of(jobs.get(1), Outcome.Completed.PLAIN),
                Settlement.of(jobs.get(2), new Outcome.Completed("1")))));
        note("complete several", recorded);
        transactions.run(() -> store.settle(
                List.of(Settlement.of(jobs.get(3), new Outcome.Retried(Duration.ofMillis(1), "it broke")))));
        note("retry", recorded);
        database.everythingLongAgo();
        transactions.run(() -> store.promoteDue(10));
        note("promote", recorded);
        pulses.take(database.worker, Set.of("q", "other"));
        note("beat", recorded);
    }

    private void note(String verb, RecordedStatements recorded) {
        statements.put(verb, recorded.taken());
    }
}
