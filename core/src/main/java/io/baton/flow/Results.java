package io.baton.flow;

import io.baton.database.Database;
import io.baton.job.Capability.TransitionStep;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.ArrayList;
import java.util.List;

/** Stores the results of jobs for the steps that wait for them. */
public record Results(Database database) implements TransitionStep {

    @Override
    public int tie() {
        return Ties.RESULT;
    }

    /** Replaces an existing result: a job that an administrator inserted again may complete a second time. */
    @Override
    public void follow(Transition transition, List<TiedJob> jobs) {
        List<Object[]> rows = new ArrayList<>();
        for (TiedJob job : jobs) {
            Long group = job.ties().batchGroup();
            Integer index = job.ties().batchIndex();
            if (job.result() != null && group != null && index != null) {
                rows.add(new Object[] {group, index, job.result()});
            }
        }
        database.updateEach(
                database.dialect()
                        .insertOrReplace(
                                "baton_result", "group_id, item", "group_id, item, result", "VALUES (?, ?, ?)"),
                rows);
    }
}
