package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.Due;
import io.baton.job.JobSignal;
import io.baton.job.NewJob;
import io.baton.job.Ring;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;

class SignalAfterCommitTest {

    private static final TransactionHost HOST = TransactionHost.jdbc(true);

    private final List<String> signals = new ArrayList<>();
    private final SignalAfterCommit signal = new SignalAfterCommit(new QueueSignal(signals::add));

    @AfterAll
    static void close() {
        HOST.close();
    }

    @Test
    void eachQueueIsToldOnceAfterCommit() {
        HOST.transaction().executeWithoutResult(tx -> {
            signal.announce(Ring.of("a"));
            signal.announce(Ring.of("b"));
            signal.announce(Ring.of("a"));
            assertThat(signals).isEmpty();
        });

        assertThat(signals).containsExactly("a", "b");
    }

    @Test
    void nothingIsToldAfterARollback() {
        HOST.transaction().executeWithoutResult(tx -> {
            signal.announce(Ring.of("a"));
            tx.setRollbackOnly();
        });

        assertThat(signals).isEmpty();
    }

    @Test
    void anInnerTransactionTellsOfItsOwn() {
        HOST.transaction().executeWithoutResult(outer -> {
            signal.announce(Ring.of("outer"));
            HOST.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                    .executeWithoutResult(inner -> signal.announce(Ring.of("inner")));
            assertThat(signals).containsExactly("inner");
            outer.setRollbackOnly();
        });

        assertThat(signals).containsExactly("inner");
    }

    @Test
    void aSignalThatFailsIsNotTheCallersAndKeepsNobodyElseUntold() {
        SignalAfterCommit failing = new SignalAfterCommit(new QueueSignal(queue -> {
            signals.add(queue);
            throw new IllegalStateException("no");
        }));

        HOST.transaction().executeWithoutResult(tx -> {
            failing.announce(Ring.of("a"));
            failing.announce(Ring.of("b"));
        });

        assertThat(signals).containsExactly("a", "b");
    }

    @Test
    void aCallbackOfTheApplicationThatFailsDoesNotKeepWorkersUntold() {
        assertThatThrownBy(() -> HOST.transaction().executeWithoutResult(tx -> {
                    TransactionHost.afterCommit(() -> {
                        throw new IllegalStateException("no");
                    });
                    signal.announce(Ring.of("a"));
                }))
                .hasMessage("no");

        assertThat(signals).containsExactly("a");
    }

    @Test
    void whatIsAnnouncedRightBeforeTheCommitIsTold() {
        HOST.transaction()
                .executeWithoutResult(tx -> TransactionHost.beforeCommit(() -> signal.announce(Ring.of("a"))));

        assertThat(signals).containsExactly("a");
    }

    @Test
    void withoutATransactionItIsToldAtOnce() {
        signal.announce(Ring.of("a"));

        assertThat(signals).containsExactly("a");
    }

    private static NewJob job(String queue, int priority, Due due) {
        return new NewJob("work", queue, priority, due, null, Map.of(), null);
    }

    private final List<Ring> rings = new ArrayList<>();
    private final SignalAfterCommit ringing = new SignalAfterCommit(new JobSignal() {
        @Override
        public void jobsAvailable(Ring ring) {
            rings.add(ring);
        }

        @Override
        public void jobsScheduled() {
            signals.add("scheduled");
        }
    });

    @Test
    void theSignalSaysWhichPrioritiesItIsAbout() {
        HOST.transaction().executeWithoutResult(tx -> {
            ringing.announce(job("a", 3, Due.NOW));
            ringing.announce(job("b", 0, Due.NOW));
            ringing.announce(job("a", -1, Due.NOW));
            ringing.announce(job("a", 3, Due.NOW));
        });

        assertThat(rings).containsExactly(Ring.of("a", 3).and(-1), Ring.of("b", 0));
    }

    @Test
    void manyJobsAreAnnouncedTogetherAndNoPriorityIsLost() {
        ringing.announce(List.of(job("a", 3, Due.NOW), job("b", 0, Due.NOW), job("a", 4, Due.NOW)));

        assertThat(rings).containsExactly(Ring.of("a", 3).and(4), Ring.of("b", 0));
    }

    @Test
    void aTransactionOfManyPrioritiesRemembersFew() {
        HOST.transaction().executeWithoutResult(tx -> IntStream.range(0, 10_000)
                .forEach(priority -> ringing.announce(job("a", priority, Due.NOW))));

        assertThat(rings).containsExactly(Ring.outOfTurn("a"));
    }

    @Test
    void aJobThatIsDueAtATimeMayHaveBeenDueForLong() {
        ringing.announce(List.of(job("a", 3, new Due.At(Instant.EPOCH)), job("a", 4, new Due.At(Instant.EPOCH))));

        assertThat(rings).containsExactly(Ring.outOfTurn("a"));
        assertThat(signals).containsExactly("scheduled");
    }

    @Test
    void aJobThatIsDueLaterIsNotReady() {
        ringing.announce(job("a", 3, new Due.After(Duration.ofSeconds(1))));

        assertThat(rings).isEmpty();
        assertThat(signals).containsExactly("scheduled");
    }
}
