package io.baton.job;

import io.baton.Batch;
import io.baton.job.BatchesOnDatabase.Done;
import io.baton.job.BatchesOnDatabase.Item;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Tests of batches and flows on a database of their own, which is empty before each of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WithBatches implements TestsOnDatabase {

    @SuppressWarnings("NullAway.Init")
    BatchesOnDatabase on;

    @Override
    public void open(TestDatabase kind) {
        on = new BatchesOnDatabase(kind);
    }

    @Override
    public void close() {
        on.close();
    }

    @BeforeEach
    void clear() {
        on.clear();
    }

    static Stream<Item> items(int count) {
        return IntStream.range(0, count).mapToObj(Item::new);
    }

    Batch sealed(int jobs) {
        Batch batch = on.batches.open();
        batch.onComplete(new Done("all"));
        batch.addJobs(items(jobs));
        batch.seal();
        return batch;
    }

    static Outcome.Dead dead() {
        return new Outcome.Dead("broken");
    }
}
