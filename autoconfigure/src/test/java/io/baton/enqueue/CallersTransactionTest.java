package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.UnusableTransactionException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class CallersTransactionTest {

    private static final List<TransactionHost> OPENED = new ArrayList<>();

    static List<TransactionHost> hosts() {
        return opened(
                TransactionHost.jdbc(true),
                TransactionHost.jdbc(false),
                TransactionHost.jpa(true),
                TransactionHost.jpa(false));
    }

    private static List<TransactionHost> opened(TransactionHost... hosts) {
        OPENED.addAll(List.of(hosts));
        return List.of(hosts);
    }

    private static TransactionHost opened(TransactionHost host) {
        OPENED.add(host);
        return host;
    }

    @AfterEach
    void leavesNothingBound() {
        assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
        assertThat(TransactionSynchronizationManager.isSynchronizationActive()).isFalse();
        assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                .isFalse();
        for (TransactionHost host : OPENED) {
            if (!host.pool.isClosed()) {
                assertThat(host.pool.getHikariPoolMXBean().getActiveConnections())
                        .isZero();
            }
        }
    }

    @AfterAll
    static void close() {
        OPENED.forEach(TransactionHost::close);
        OPENED.clear();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void withoutATransactionAnOwnOneCommits(TransactionHost host) {
        host.callers().join(host.write("a"));

        assertThat(host.committed()).containsExactly("a");
        assertThat(host.own).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void anOwnTransactionRollsBackWhatFails(TransactionHost host) {
        CallersTransaction callers = host.callers();

        assertThatThrownBy(() -> callers.join(() -> {
                    host.jdbc.update("insert into job values (?)", "a");
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");

        assertThat(host.committed()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aWriteCommitsWithTheCaller(TransactionHost host) {
        host.transaction().executeWithoutResult(tx -> {
            host.callers().join(host.write("a"));
            assertThat(host.committed()).isEmpty();
        });

        assertThat(host.committed()).containsExactly("a");
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aWriteRollsBackWithTheCaller(TransactionHost host) {
        host.transaction().executeWithoutResult(tx -> {
            host.callers().join(host.write("a"));
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).isEmpty();
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void anInnerTransactionAndItsOuterOneEachKeepTheirOwn(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(outer -> {
            callers.join(host.write("outer"));
            host.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                    .executeWithoutResult(inner -> callers.join(host.write("inner")));
            assertThat(host.committed()).containsExactly("inner");
            callers.join(host.write("outer again"));
            outer.setRollbackOnly();
        });

        assertThat(host.committed()).containsExactly("inner");
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aWriteBeforeCommitStillJoins(TransactionHost host) {
        host.transaction()
                .executeWithoutResult(tx -> TransactionHost.beforeCommit(() -> {
                    host.callers().join(host.write("a"));
                    assertThat(host.committed()).isEmpty();
                }));

        assertThat(host.committed()).containsExactly("a");
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aWriteAfterCommitSurvives(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            TransactionHost.afterCommit(() -> {
                callers.join(host.write("a"));
                assertThat(host.committed()).containsExactly("a");
                callers.join(host.write("b"));
            });
            TransactionHost.afterCommit(() -> callers.join(host.write("c")));
        });

        assertThat(host.committed()).containsExactly("a", "b", "c");
        assertThat(host.own).hasValue(3);
    }

    /** The caller's connection may still be read-only or in another isolation. */
    @ParameterizedTest
    @MethodSource("hosts")
    void aWriteAfterCommitHasAConnectionOfItsOwn(TransactionHost host) {
        AtomicInteger own = new AtomicInteger();
        host.transaction().executeWithoutResult(tx -> {
            int callers = host.session();
            TransactionHost.afterCommit(() -> {
                own.set(host.callers().join(host::session));
                assertThat(own).doesNotHaveValue(callers);
                assertThat(host.session()).isEqualTo(callers);
            });
        });

        assertThat(own).doesNotHaveValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aWriteAfterCompletionSurvives(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            TransactionHost.afterCompletion(() -> {
                callers.join(host.write("a"));
                callers.join(host.write("b"));
            });
            TransactionHost.afterCompletion(() -> callers.joinWithOneStatement(host.write("c")));
        });

        assertThat(host.committed()).containsExactly("a", "b", "c");
        assertThat(host.own).hasValue(3);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void oneStatementSharesTheCallersFate(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            callers.joinWithOneStatement(host.write("lost"));
            tx.setRollbackOnly();
        });
        host.transaction().executeWithoutResult(tx -> callers.joinWithOneStatement(host.write("kept")));

        assertThat(host.committed()).containsExactly("kept");
        assertThat(host.own).hasValue(0);
    }

    @Test
    void oneStatementOutsideOfEverythingCommitsByItself() {
        try (TransactionHost host = TransactionHost.jdbc(true)) {
            host.callers().joinWithOneStatement(host.write("a"));

            assertThat(host.committed()).containsExactly("a");
            assertThat(host.own).hasValue(0);
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aWriteAfterARollbackSurvives(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            TransactionHost.afterCompletion(() -> callers.join(host.write("a")));
            callers.join(host.write("lost"));
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).containsExactly("a");
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aNewTransactionInsideAfterCommitIsJoined(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction()
                .executeWithoutResult(tx -> TransactionHost.afterCommit(() -> {
                    host.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                            .executeWithoutResult(inner -> callers.join(host.write("kept")));
                    host.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                            .executeWithoutResult(inner -> {
                                callers.join(host.write("lost"));
                                inner.setRollbackOnly();
                            });
                    assertThat(host.own).hasValue(0);
                    callers.join(host.write("own"));
                }));

        assertThat(host.committed()).containsExactly("kept", "own");
        assertThat(host.own).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void anInnerCommitDoesNotCloseTheOuterTransaction(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(outer -> {
            host.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                    .executeWithoutResult(inner -> TransactionHost.afterCommit(() -> callers.join(host.write("own"))));
            callers.join(host.write("lost"));
            outer.setRollbackOnly();
        });

        assertThat(host.committed()).containsExactly("own");
        assertThat(host.own).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aReadOnlyTransactionIsRefusedButMayAsk(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.readOnly().executeWithoutResult(tx -> {
            assertThatThrownBy(() -> callers.join(host.write("a")))
                    .isInstanceOf(UnusableTransactionException.class)
                    .hasMessageContaining("read-only");
            assertThat(callers.<Integer>read(() -> host.jdbc.queryForObject("select count(*) from job", Integer.class)))
                    .isZero();
        });

        assertThat(host.committed()).isEmpty();
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aReadOnlyTransactionThatHasCommittedRefusesNothing(TransactionHost host) {
        host.readOnly()
                .executeWithoutResult(
                        tx -> TransactionHost.afterCommit(() -> host.callers().join(host.write("a"))));

        assertThat(host.committed()).containsExactly("a");
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aQuestionSeesWhatTheCallerWrote(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            callers.join(host.write("a"));
            assertThat(callers.<Integer>read(() -> host.jdbc.queryForObject("select count(*) from job", Integer.class)))
                    .isOne();
        });
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aTransactionAwareProxyStandsForItsTarget(TransactionHost host) {
        CallersTransaction callers = host.callers(new TransactionAwareDataSourceProxy(host.pool), false);
        host.transaction().executeWithoutResult(tx -> {
            callers.join(host.write("a"));
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).isEmpty();
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void aScopeWithoutATransactionHasAnOwnOne(TransactionHost host) {
        host.transaction(TransactionDefinition.PROPAGATION_SUPPORTS).executeWithoutResult(tx -> {
            host.jdbc.queryForList("select name from job");
            host.callers().join(host.write("a"));
            host.jdbc.queryForList("select name from job");
        });

        assertThat(host.committed()).containsExactly("a");
        assertThat(host.own).hasValue(1);
    }

    @Test
    void aSavepointThatIsReleasedDoesNotCloseTheTransaction() {
        TransactionHost host = opened(TransactionHost.jdbc(true));
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            host.transaction(TransactionDefinition.PROPAGATION_NESTED)
                    .executeWithoutResult(nested -> callers.join(host.write("nested")));
            callers.join(host.write("a"));
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).isEmpty();
        assertThat(host.own).hasValue(0);
    }

    @Test
    void aSavepointThatIsRolledBackTakesItsWritesAlong() {
        TransactionHost host = opened(TransactionHost.jdbc(true));
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            host.transaction(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult(nested -> {
                callers.join(host.write("nested"));
                nested.setRollbackOnly();
            });
            callers.join(host.write("a"));
        });

        assertThat(host.committed()).containsExactly("a");
    }

    @Nested
    class InATransactionOfAnotherDataSource {

        private final TransactionHost other = opened(TransactionHost.jdbc(true));

        static List<TransactionHost> hosts() {
            return CallersTransactionTest.hosts();
        }

        @ParameterizedTest
        @MethodSource("hosts")
        void aWriteIsRefused(TransactionHost host) {
            other.transaction().executeWithoutResult(tx -> assertThatThrownBy(
                            () -> host.callers().join(host.write("a")))
                    .isInstanceOf(UnusableTransactionException.class)
                    .hasMessageContaining("baton.enqueue.allow-foreign-transaction"));

            assertThat(host.committed()).isEmpty();
        }

        @ParameterizedTest
        @MethodSource("hosts")
        void aWriteIsRefusedEvenIfOurConnectionIsBound(TransactionHost host) {
            other.transaction().executeWithoutResult(tx -> {
                host.jdbc.queryForList("select name from job");
                assertThatThrownBy(() -> host.callers().join(host.write("a")))
                        .isInstanceOf(UnusableTransactionException.class);
            });

            assertThat(host.committed()).isEmpty();
        }

        @ParameterizedTest
        @MethodSource("hosts")
        void aWriteThatIsAllowedIsIndependent(TransactionHost host) {
            other.transaction().executeWithoutResult(tx -> {
                host.jdbc.queryForList("select name from job");
                host.callers(host.pool, true).join(host.write("a"));
                assertThat(host.committed()).containsExactly("a");
                tx.setRollbackOnly();
            });

            assertThat(host.committed()).containsExactly("a");
        }

        @ParameterizedTest
        @MethodSource("hosts")
        void aWriteAfterCommitNeedsNoLeave(TransactionHost host) {
            other.transaction()
                    .executeWithoutResult(tx ->
                            TransactionHost.afterCommit(() -> host.callers().join(host.write("a"))));

            assertThat(host.committed()).containsExactly("a");
        }

        @ParameterizedTest
        @MethodSource("hosts")
        void anyoneMayAsk(TransactionHost host) {
            CallersTransaction callers = host.callers();
            Integer jobs = other.transaction()
                    .execute(tx -> callers.<Integer>read(
                            () -> host.jdbc.queryForObject("select count(*) from job", Integer.class)));

            assertThat(jobs).isZero();
            assertThat(host.own).hasValue(1);
        }
    }

    @Nested
    class Waiting {

        @Test
        void isRefusedInATransactionAndNamesIt() {
            TransactionHost host = opened(TransactionHost.jdbc(true));
            var transaction = host.transaction();
            transaction.setName("shop.Checkout.pay");

            transaction.executeWithoutResult(
                    tx -> assertThatThrownBy(() -> host.callers().refuseInside("awaitDrained"))
                            .isInstanceOf(UnusableTransactionException.class)
                            .hasMessageContaining("awaitDrained")
                            .hasMessageContaining("shop.Checkout.pay"));
        }

        @Test
        void isFreeOutside() {
            TransactionHost host = opened(TransactionHost.jdbc(true));

            assertThatCode(() -> host.callers().refuseInside("awaitDrained")).doesNotThrowAnyException();
        }
    }
}
