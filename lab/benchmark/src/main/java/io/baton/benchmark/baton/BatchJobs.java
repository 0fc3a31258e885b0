package io.baton.benchmark.baton;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import java.util.stream.Stream;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that do nothing, all that are stored at once items of one batch, and the job that waits for it. */
@Component
@Profile("batches")
class BatchJobs implements PayloadFactory {

    private final Batches batches;

    BatchJobs(Batches batches) {
        this.batches = batches;
    }

    @JobType(name = "item", queue = "work")
    record Item(int index, String filler) {}

    /** Waits for a batch. */
    @JobType(name = "after", queue = "work")
    record After(int items) {}

    @JobHandler
    void run(Item item) {
        StartTimes.OF_THIS_JVM.ran(item.index());
    }

    @JobHandler
    void runAfter(After after) {}

    @Override
    public Object payload(int index) {
        return new Item(index, Payload.FILLER);
    }

    @Override
    public void store(Jobs jobs, Stream<?> payloads) {
        Batch batch = batches.open().onComplete(new After(0));
        batch.addJobs(payloads);
        batch.seal();
    }
}
