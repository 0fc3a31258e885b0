package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.RequiresPermit;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that do nothing, for which they need the permit of one of many keys, in turns. */
@Component
@Profile("keyed")
class KeyedJobs implements PayloadFactory {

    private final int keys;

    KeyedJobs(@Value("${keys.count}") int keys) {
        this.keys = keys;
    }

    @JobType(name = "keyed", queue = "work")
    @RequiresPermit(value = "key", key = "#payload.key")
    record Keyed(int index, int key, String filler) {}

    @JobHandler
    void run(Keyed keyed) {
        StartTimes.OF_THIS_JVM.ran(keyed.index());
    }

    @Override
    public Object payload(int index) {
        return new Keyed(index, index % keys, Payload.FILLER);
    }
}
