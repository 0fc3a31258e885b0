package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that change one entity in the transaction that completes them. */
@Component
@Profile("jpa")
class JpaJobs implements PayloadFactory {

    private final Tallies tallies;

    JpaJobs(Tallies tallies) {
        this.tallies = tallies;
    }

    @JobType(name = "touch-entity", queue = "work")
    record TouchEntity(int index, String filler) {}

    @JobHandler(transactional = true)
    void touch(TouchEntity touch) {
        StartTimes.OF_THIS_JVM.ran(touch.index());
        tallies.touch(touch.index());
    }

    @Override
    public Object payload(int index) {
        return new TouchEntity(index, Payload.FILLER);
    }
}
