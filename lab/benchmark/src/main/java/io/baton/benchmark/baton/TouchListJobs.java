package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import java.util.List;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Jobs that are run by the hundred, in one transaction that updates a row for each and completes them. */
@Component
@Profile("touch-list")
class TouchListJobs implements PayloadFactory {

    private final JdbcClient jdbc;

    TouchListJobs(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @JobType(name = "touch-list", queue = "work")
    record TouchList(int index, String filler) {}

    @JobHandler(transactional = true, batchSize = 100)
    void touch(List<TouchList> touches) {
        touches.forEach(touch -> StartTimes.OF_THIS_JVM.ran(touch.index()));
        int[] ids = touches.stream().mapToInt(TouchList::index).toArray();
        jdbc.sql("UPDATE tally SET updates = updates + 1 WHERE id = ANY (?)")
                .param(ids)
                .update();
    }

    @Override
    public Object payload(int index) {
        return new TouchList(index, Payload.FILLER);
    }
}
