package io.baton.faults.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.faults.cluster.ClusterWork;
import io.baton.faults.seeded.Defect.Commits;
import io.baton.history.CheckHistory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BugTests {

    private static final int FEWEST = 10;

    @Test
    void each_bug_breaks_a_promise_that_is_checked() {
        assertThat(Bug.values()).hasSizeGreaterThanOrEqualTo(FEWEST).allSatisfy(bug -> {
            assertThat(CheckHistory.PROMISES).contains(bug.promise());
            assertThat(ClusterWork.ENQUEUED).contains(bug.kind());
            assertThat(bug.defect().changes().isEmpty()).isEqualTo(bug.defect().commits() != Commits.TRUE);
        });
    }

    @Test
    void each_bug_of_steps_differs_from_an_engine_that_is_only_slow() {
        assertThat(StepBug.values()).hasSizeGreaterThanOrEqualTo(FEWEST).allSatisfy(bug -> {
            List<Change> own = new ArrayList<>(bug.defect().changes());
            own.removeAll(StepBug.NONE.changes());
            assertThat(own.isEmpty()).isEqualTo(bug.defect().commits() == Commits.LOST);
        });
    }

    @Test
    void a_change_is_made_in_statements_with_its_text() {
        Change change = new Change("FROM a", " FOR UPDATE", "");
        assertThat(change.apply("SELECT x FROM a FOR UPDATE")).isEqualTo("SELECT x FROM a");
        assertThat(change.apply("SELECT x FROM b FOR UPDATE")).isEqualTo("SELECT x FROM b FOR UPDATE");
    }
}
