package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

/** What a trigger refuses is refused, and not a database that is away: it is not tried for ever. */
class PostgresTriggerTests {

    @Test
    void an_end_that_a_trigger_refuses_can_be_written_another_way() {
        try (StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES)) {
            long id = database.insert(job());
            database.sql.execute("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN RAISE EXCEPTION 'kept for the audit'; END $$");
            database.sql.execute(
                    "CREATE TRIGGER audit BEFORE DELETE ON baton_job FOR EACH ROW EXECUTE FUNCTION refuse()");
            ClaimedJob claimed = database.claimOne();
            assertThatThrownBy(() -> database.store.settle(
                            List.of(new Settlement(claimed.fence(), Outcome.Completed.PLAIN, false, null))))
                    .isInstanceOf(DataIntegrityViolationException.class);
            assertThat(database.settle(claimed, new Outcome.Dead("refused"))).isEqualTo(Settled.DONE);
            assertThat(database.find(id).error()).isEqualTo("refused");
        }
    }
}
