package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Jobs that update one row in the transaction that completes them. */
@Component
@Profile("touch")
class TouchJobs implements PayloadFactory {

    private final JdbcClient jdbc;

    TouchJobs(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @JobType(name = "touch", queue = "work")
    record Touch(int index, String filler) {}

    @JobHandler(transactional = true)
    void touch(Touch touch) {
        StartTimes.OF_THIS_JVM.ran(touch.index());
        jdbc.sql("UPDATE tally SET updates = updates + 1 WHERE id = ?")
                .param(touch.index())
                .update();
    }

    @Override
    public Object payload(int index) {
        return new Touch(index, Payload.FILLER);
    }
}
