package io.baton.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatementLogTests {

    private static final String LOG = """
            ours:LOG:  execute <unnamed>: BEGIN
            ours:LOG:  duration: 1.250 ms  execute S_3: UPDATE baton_job
            \tSET state = 2, lock_id = $1
            \tLIMIT 100 FOR UPDATE SKIP LOCKED
            ours:DETAIL:  Parameters: $1 = '7'
            other:LOG:  statement: SELECT 1
            ours:LOG:  duration: 0.010 ms
            ours:LOG:  statement: SELECT 2
            """;

    @Test
    void statements_of_one_database_are_read(@TempDir Path directory) throws IOException {
        StatementLog log = new StatementLog(Files.writeString(directory.resolve("log"), LOG));

        List<StatementLog.Logged> logged = log.since(0, "ours");

        assertThat(logged).hasSize(3);
        assertThat(logged.get(0).isTransactionControl()).isTrue();
        assertThat(logged.get(1).isClaim()).isTrue();
        assertThat(logged.get(1).millis()).isEqualTo(1.25);
        assertThat(logged.get(2).sql()).isEqualTo("SELECT 2");
    }

    @Test
    void claims_of_peers_update_what_they_lock() {
        assertThat(claims("WITH next AS (SELECT 1 FROM job FOR UPDATE SKIP LOCKED) UPDATE job SET state = 'active'"))
                .isTrue();
        assertThat(claims("with j as (select 1 from jobs for update\n skip locked)\n update jobs set attempts = 1"))
                .isTrue();
        assertThat(claims("SELECT 1 FROM job FOR UPDATE SKIP LOCKED")).isFalse();
        assertThat(claims("UPDATE job SET state = 'completed'")).isFalse();
    }

    private static boolean claims(String sql) {
        return new StatementLog.Logged(sql, 1).isClaim(Entrant.Kind.PG_BOSS);
    }

    @Test
    void waits_for_locks_are_those_of_one_database(@TempDir Path directory) throws IOException {
        StatementLog log = new StatementLog(Files.writeString(directory.resolve("log"), """
                one:LOG:  process 5 still waiting for ShareLock on transaction 7 after 10.018 ms
                one:LOG:  process 5 acquired ShareLock on transaction 7 after 31.500 ms
                two:LOG:  process 6 acquired ShareLock on transaction 8 after 99.000 ms
                """));

        assertThat(log.lockWaits(0, log.end(), "one")).containsExactly(31.5);
    }

    @Test
    void claims_include_what_is_read_about_shares(@TempDir Path directory) throws IOException {
        StatementLog log = new StatementLog(Files.writeString(directory.resolve("log"), """
                one:LOG:  duration: 0.500 ms  bind S_1: UPDATE baton_job SET state = 2, lock_id = $1
                \tLIMIT 20 FOR UPDATE SKIP LOCKED
                one:DETAIL:  Parameters: $1 = '7', $2 = 'work'
                one:LOG:  duration: 1.000 ms  execute S_1: UPDATE baton_job SET state = 2, lock_id = $1
                \tLIMIT 20 FOR UPDATE SKIP LOCKED
                one:DETAIL:  Parameters: $1 = '7', $2 = 'work'
                one:LOG:  duration: 9.000 ms  execute S_1: UPDATE baton_job SET state = 2, lock_id = $1
                \tLIMIT 20 FOR UPDATE SKIP LOCKED
                one:DETAIL:  Parameters: $1 = '7', $2 = 'default'
                one:LOG:  duration: 9.000 ms  execute S_2: DELETE FROM baton_job
                one:LOG:  duration: 2.000 ms  execute S_3: WITH RECURSIVE share (first, number) AS (
                one:LOG:  duration: 4.000 ms  execute S_4: UPDATE baton_job SET state = 2, lock_id = $1
                \tLIMIT share.jobs FOR UPDATE SKIP LOCKED
                one:DETAIL:  Parameters: $1 = '7', $2 = '{work\u0001a,work\u0001b}', $3 = '{3,4}'
                """));

        assertThat(log.claims(0, log.end(), "one", "work"))
                .containsExactly(new StatementLog.LoggedClaim(20, 1.5), new StatementLog.LoggedClaim(7, 6));
    }
}
