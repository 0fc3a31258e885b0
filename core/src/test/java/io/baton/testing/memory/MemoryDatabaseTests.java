package io.baton.testing.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class MemoryDatabaseTests {

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);

    @Test
    void a_verb_does_not_join_the_transaction_of_another_thread() throws Exception {
        FutureTask<Integer> verb = new FutureTask<>(
                () -> database.joined(() -> database.batches.all().size()));
        Thread thread = new Thread(verb);
        database.run(() -> {
            thread.start();
            Awaitility.await().until(() -> thread.getState() == Thread.State.BLOCKED || verb.isDone());
            assertThat(verb.isDone()).isFalse();
            return true;
        });
        assertThat(verb.get()).isZero();
    }
}
