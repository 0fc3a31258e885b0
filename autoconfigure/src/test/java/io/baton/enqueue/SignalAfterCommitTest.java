package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
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
            signal.announce("a");
            signal.announce("b");
            signal.announce("a");
            assertThat(signals).isEmpty();
        });

        assertThat(signals).containsExactly("a", "b");
    }

    @Test
    void nothingIsToldAfterARollback() {
        HOST.transaction().executeWithoutResult(tx -> {
            signal.announce("a");
            tx.setRollbackOnly();
        });

        assertThat(signals).isEmpty();
    }

    @Test
    void anInnerTransactionTellsOfItsOwn() {
        HOST.transaction().executeWithoutResult(outer -> {
            signal.announce("outer");
            HOST.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                    .executeWithoutResult(inner -> signal.announce("inner"));
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
            failing.announce("a");
            failing.announce("b");
        });

        assertThat(signals).containsExactly("a", "b");
    }

    @Test
    void aCallbackOfTheApplicationThatFailsDoesNotKeepWorkersUntold() {
        assertThatThrownBy(() -> HOST.transaction().executeWithoutResult(tx -> {
                    TransactionHost.afterCommit(() -> {
                        throw new IllegalStateException("no");
                    });
                    signal.announce("a");
                }))
                .hasMessage("no");

        assertThat(signals).containsExactly("a");
    }

    @Test
    void whatIsAnnouncedRightBeforeTheCommitIsTold() {
        HOST.transaction().executeWithoutResult(tx -> TransactionHost.beforeCommit(() -> signal.announce("a")));

        assertThat(signals).containsExactly("a");
    }

    @Test
    void withoutATransactionItIsToldAtOnce() {
        signal.announce("a");

        assertThat(signals).containsExactly("a");
    }
}
