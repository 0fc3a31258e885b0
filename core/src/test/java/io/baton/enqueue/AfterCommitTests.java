package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.transaction.TransactionDefinition;

/** What is written once the caller's transaction is over. */
class AfterCommitTests extends TransactionHosts {

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_after_commit_survives(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            TransactionHost.afterCommit(() -> {
                callers.join("a write", host.write("a"));
                assertThat(host.committed()).containsExactly("a");
                callers.join("a write", host.write("b"));
            });
            TransactionHost.afterCommit(() -> callers.join("a write", host.write("c")));
        });

        assertThat(host.committed()).containsExactly("a", "b", "c");
        assertThat(host.own).hasValue(3);
    }

    /** The caller's connection may still be read-only or in another isolation. */
    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_after_commit_has_a_connection_of_its_own(TransactionHost host) {
        AtomicInteger own = new AtomicInteger();
        host.transaction().executeWithoutResult(tx -> {
            int callers = host.session();
            TransactionHost.afterCommit(() -> {
                own.set(host.callers().join("a write", host::session));
                assertThat(own).doesNotHaveValue(callers);
                assertThat(host.session()).isEqualTo(callers);
            });
        });

        assertThat(own).doesNotHaveValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_after_completion_survives(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            TransactionHost.afterCompletion(() -> {
                callers.join("a write", host.write("a"));
                callers.join("a write", host.write("b"));
            });
            TransactionHost.afterCompletion(() -> callers.joinWithInsert(host.write("c")));
        });

        assertThat(host.committed()).containsExactly("a", "b", "c");
        assertThat(host.own).hasValue(3);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_after_a_rollback_survives(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            TransactionHost.afterCompletion(() -> callers.join("a write", host.write("a")));
            callers.join("a write", host.write("lost"));
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).containsExactly("a");
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_new_transaction_inside_after_commit_is_joined(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction()
                .executeWithoutResult(tx -> TransactionHost.afterCommit(() -> {
                    host.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                            .executeWithoutResult(inner -> callers.join("a write", host.write("kept")));
                    host.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                            .executeWithoutResult(inner -> {
                                callers.join("a write", host.write("lost"));
                                inner.setRollbackOnly();
                            });
                    assertThat(host.own).hasValue(0);
                    callers.join("a write", host.write("own"));
                }));

        assertThat(host.committed()).containsExactly("kept", "own");
        assertThat(host.own).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void an_inner_commit_does_not_close_the_outer_transaction(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(outer -> {
            host.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                    .executeWithoutResult(
                            inner -> TransactionHost.afterCommit(() -> callers.join("a write", host.write("own"))));
            callers.join("a write", host.write("lost"));
            outer.setRollbackOnly();
        });

        assertThat(host.committed()).containsExactly("own");
        assertThat(host.own).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_read_only_transaction_that_has_committed_refuses_nothing(TransactionHost host) {
        host.readOnly()
                .executeWithoutResult(
                        tx -> TransactionHost.afterCommit(() -> host.callers().join("a write", host.write("a"))));

        assertThat(host.committed()).containsExactly("a");
    }
}
