package io.baton.faults.cluster;

import io.baton.JobState;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import io.baton.job.StateCode;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcOperations;

/** What is left in the tables when all jobs have ended, written to the history. */
record FinalState(JdbcOperations jdbc, HistoryWriter history) {

    void write() {
        jobs("baton_job_history");
        jobs("baton_job");
        effects();
        jdbc.query("SELECT item, from_row, to_row FROM chunk_done", row -> {
            history.write(
                    Word.CHUNK,
                    Map.of("item", row.getLong("item"), "from", row.getLong("from_row"), "to", row.getLong("to_row")));
        });
        jdbc.queryForList("SELECT DISTINCT op FROM request", String.class)
                .forEach(operation -> history.write(Word.LEDGER, Map.of("op", operation)));
        // a permit that an ended job still waits for is left as well
        jdbc.query("SELECT name, job_id FROM baton_permit", row -> {
            history.write(Word.HELD, Map.of("permit", row.getString("name"), "job", row.getLong("job_id")));
        });
        jdbc.query("SELECT unique_key, job_id FROM baton_unique WHERE dead_job = 0", row -> {
            history.write(Word.KEY, Map.of("key", row.getString("unique_key"), "job", row.getLong("job_id")));
        });
        jdbc.query(
                "SELECT o.once_key, r.token FROM baton_once o JOIN received r ON o.once_key = CONCAT('called:', r.item)"
                        + " WHERE o.state = 2",
                row -> {
                    history.write(
                            Word.RECORDED, Map.of("key", row.getString("once_key"), "token", row.getString("token")));
                });
    }

    private void jobs(String table) {
        jdbc.query("SELECT id, state, attempt FROM " + table, row -> {
            history.write(
                    Word.JOB,
                    Map.of(
                            "job",
                            row.getLong("id"),
                            "state",
                            state(row.getInt("state")),
                            "attempt",
                            row.getInt("attempt")));
        });
    }

    private static String state(int code) {
        JobState state = StateCode.state(code);
        return switch (state) {
            case COMPLETED -> "completed";
            case CANCELLED -> "cancelled";
            case DEAD -> "dead";
            case SCHEDULED, READY, CLAIMED, WAITING, BLOCKED -> "left";
        };
    }

    /** Those that commit with their jobs. */
    private void effects() {
        Set<String> transactional = Stream.concat(
                        Arrays.stream(ClusterWork.Kind.values())
                                .filter(ClusterWork.Kind::isTransactional)
                                .map(ClusterWork.Kind::type),
                        Stream.of(SingleHandlers.TICKED))
                .collect(Collectors.toSet());
        jdbc.query("SELECT kind, run FROM effect", row -> {
            if (transactional.contains(row.getString("kind"))) {
                history.write(Word.EFFECT, Map.of("run", row.getString("run")));
            }
        });
    }
}
