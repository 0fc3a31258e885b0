package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.UnusableTransactionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls within a transaction of another data source. */
class ForeignTransactionTests extends TransactionHosts {

    private final TransactionHost other = opened(TransactionHost.jdbc(true));

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_is_refused(TransactionHost host) {
        other.transaction().executeWithoutResult(tx -> assertThatThrownBy(
                        () -> host.callers().join("a write", host.write("a")))
                .isInstanceOf(UnusableTransactionException.class)
                .hasMessageContaining("baton.enqueue.allow-foreign-transaction"));

        assertThat(host.committed()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_is_refused_even_if_our_connection_is_bound(TransactionHost host) {
        other.transaction().executeWithoutResult(tx -> {
            host.jdbc.queryForList("select name from job");
            assertThatThrownBy(() -> host.callers().join("a write", host.write("a")))
                    .isInstanceOf(UnusableTransactionException.class);
        });

        assertThat(host.committed()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_that_is_allowed_is_independent(TransactionHost host) {
        other.transaction().executeWithoutResult(tx -> {
            host.jdbc.queryForList("select name from job");
            host.callers(host.pool, true).join("a write", host.write("a"));
            assertThat(host.committed()).containsExactly("a");
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).containsExactly("a");
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_after_commit_needs_no_leave(TransactionHost host) {
        other.transaction()
                .executeWithoutResult(
                        tx -> TransactionHost.afterCommit(() -> host.callers().join("a write", host.write("a"))));

        assertThat(host.committed()).containsExactly("a");
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void anyone_may_ask(TransactionHost host) {
        CallersTransaction callers = host.callers();
        Integer jobs = other.transaction()
                .execute(tx -> callers.<Integer>read(
                        () -> host.jdbc.queryForObject("select count(*) from job", Integer.class)));

        assertThat(jobs).isZero();
        assertThat(host.own).hasValue(1);
    }
}
