package io.baton.benchmark.baton;

import io.baton.InSequence;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that do nothing, of many sequences, in turns. */
@Component
@Profile("sequenced")
class SequencedJobs implements PayloadFactory {

    private final int keys;

    SequencedJobs(@Value("${keys.count}") int keys) {
        this.keys = keys;
    }

    @JobType(name = "sequenced", queue = "work")
    @InSequence("'key:' + #payload.key")
    record Sequenced(int index, int key, String filler) {}

    @JobHandler
    void run(Sequenced sequenced) {
        StartTimes.OF_THIS_JVM.ran(sequenced.index());
    }

    @Override
    public Object payload(int index) {
        return new Sequenced(index, index % keys, Payload.FILLER);
    }
}
