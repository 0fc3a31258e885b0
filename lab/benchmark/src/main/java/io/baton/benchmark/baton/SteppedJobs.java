package io.baton.benchmark.baton;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.stereotype.Component;

/** Jobs of five steps, of which two insert a row in their transaction and three do nothing. */
@Component
@Profile("stepped")
class SteppedJobs implements PayloadFactory {

    private final JdbcOperations jdbc;

    SteppedJobs(JdbcOperations jdbc) {
        this.jdbc = jdbc;
    }

    @JobType(name = "stepped", queue = "work")
    record Stepped(int index, String filler) {}

    @JobHandler
    void run(Stepped stepped, JobContext job) {
        StartTimes.OF_THIS_JVM.ran(stepped.index());
        job.step("reserve", Integer.class).callInTransaction(() -> book(stepped.index()));
        job.step("charge", String.class).call(key -> key);
        job.step("book").runInTransaction(() -> book(stepped.index()));
        job.step("mail").run(key -> {});
        job.step("report").run(key -> {});
    }

    private Integer book(int index) {
        return jdbc.update("INSERT INTO booking (job) VALUES (?)", index);
    }

    @Override
    public Object payload(int index) {
        return new Stepped(index, Payload.FILLER);
    }
}
