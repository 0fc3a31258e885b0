package io.baton.enqueue;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.UnusableTransactionException;
import jakarta.persistence.EntityManagerFactory;
import jakarta.transaction.Synchronization;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.Session;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.orm.jpa.EntityManagerFactoryUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class CallersTransactionTests extends TransactionHosts {

    @ParameterizedTest
    @MethodSource("hosts")
    void without_a_transaction_an_own_one_commits(TransactionHost host) {
        host.callers().join("a write", host.write("a"));

        assertThat(host.committed()).containsExactly("a");
        assertThat(host.own).hasValue(1);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void an_own_transaction_rolls_back_what_fails(TransactionHost host) {
        CallersTransaction callers = host.callers();

        assertThatThrownBy(() -> callers.join("a write", () -> {
                    host.jdbc.update("insert into job values (?)", "a");
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");

        assertThat(host.committed()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_commits_with_the_caller(TransactionHost host) {
        host.transaction().executeWithoutResult(tx -> {
            host.callers().join("a write", host.write("a"));
            assertThat(host.committed()).isEmpty();
        });

        assertThat(host.committed()).containsExactly("a");
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_rolls_back_with_the_caller(TransactionHost host) {
        host.transaction().executeWithoutResult(tx -> {
            host.callers().join("a write", host.write("a"));
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).isEmpty();
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_transaction_that_a_write_collided_in_is_not_committed(TransactionHost host) {
        CallersTransaction callers = host.callers();
        assertThatThrownBy(() -> host.transaction().executeWithoutResult(tx -> {
                    callers.join("a write", host.write("a"));
                    assertThatThrownBy(() -> collide(callers)).hasMessage("deadlock");
                }))
                .isInstanceOf(UnusableTransactionException.class)
                .hasMessageContaining("another write");
        assertThat(host.committed()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void an_inner_transaction_and_its_outer_one_each_keep_their_own(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(outer -> {
            callers.join("a write", host.write("outer"));
            host.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                    .executeWithoutResult(inner -> callers.join("a write", host.write("inner")));
            assertThat(host.committed()).containsExactly("inner");
            callers.join("a write", host.write("outer again"));
            outer.setRollbackOnly();
        });

        assertThat(host.committed()).containsExactly("inner");
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_before_commit_still_joins(TransactionHost host) {
        host.transaction()
                .executeWithoutResult(tx -> TransactionHost.beforeCommit(() -> {
                    host.callers().join("a write", host.write("a"));
                    assertThat(host.committed()).isEmpty();
                }));

        assertThat(host.committed()).containsExactly("a");
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void one_statement_shares_the_callers_fate(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            callers.joinWithInsert(host.write("lost"));
            tx.setRollbackOnly();
        });
        host.transaction().executeWithoutResult(tx -> callers.joinWithInsert(host.write("kept")));

        assertThat(host.committed()).containsExactly("kept");
        assertThat(host.own).hasValue(0);
    }

    @Test
    void one_statement_outside_of_everything_commits_by_itself() {
        try (TransactionHost host = TransactionHost.jdbc(true)) {
            host.callers().joinWithInsert(host.write("a"));

            assertThat(host.committed()).containsExactly("a");
            assertThat(host.own).hasValue(0);
        }
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_read_only_transaction_is_refused_but_may_ask(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.readOnly().executeWithoutResult(tx -> {
            assertThatThrownBy(() -> callers.join("a write", host.write("a")))
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
    void a_question_sees_what_the_caller_wrote(TransactionHost host) {
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            callers.join("a write", host.write("a"));
            assertThat(callers.<Integer>read(() -> host.jdbc.queryForObject("select count(*) from job", Integer.class)))
                    .isOne();
        });
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_transaction_aware_proxy_stands_for_its_target(TransactionHost host) {
        CallersTransaction callers = host.callers(new TransactionAwareDataSourceProxy(host.pool), false);
        host.transaction().executeWithoutResult(tx -> {
            callers.join("a write", host.write("a"));
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).isEmpty();
        assertThat(host.own).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void a_scope_without_a_transaction_has_an_own_one(TransactionHost host) {
        host.transaction(TransactionDefinition.PROPAGATION_SUPPORTS).executeWithoutResult(tx -> {
            host.jdbc.queryForList("select name from job");
            host.callers().join("a write", host.write("a"));
            host.jdbc.queryForList("select name from job");
        });

        assertThat(host.committed()).containsExactly("a");
        assertThat(host.own).hasValue(1);
    }

    /** Nobody knows what else the connection of the scope is used for, or when it commits. */
    @ParameterizedTest
    @MethodSource("hosts")
    void one_statement_in_a_scope_without_a_transaction_has_an_own_one(TransactionHost host) {
        host.transaction(TransactionDefinition.PROPAGATION_SUPPORTS).executeWithoutResult(tx -> {
            host.callers().joinWithInsert(host.write("a"));
            assertThat(host.committed()).containsExactly("a");
        });

        assertThat(host.own).hasValue(1);
    }

    @Test
    void a_savepoint_that_is_released_does_not_close_the_transaction() {
        TransactionHost host = opened(TransactionHost.jdbc(true));
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            host.transaction(TransactionDefinition.PROPAGATION_NESTED)
                    .executeWithoutResult(nested -> callers.join("a write", host.write("nested")));
            callers.join("a write", host.write("a"));
            tx.setRollbackOnly();
        });

        assertThat(host.committed()).isEmpty();
        assertThat(host.own).hasValue(0);
    }

    @Test
    void a_savepoint_that_is_rolled_back_takes_its_writes_along() {
        TransactionHost host = opened(TransactionHost.jdbc(true));
        CallersTransaction callers = host.callers();
        host.transaction().executeWithoutResult(tx -> {
            host.transaction(TransactionDefinition.PROPAGATION_NESTED).executeWithoutResult(nested -> {
                callers.join("a write", host.write("nested"));
                nested.setRollbackOnly();
            });
            callers.join("a write", host.write("a"));
        });

        assertThat(host.committed()).containsExactly("a");
    }

    /** As when an object mapper flushes while it commits, and calls the listeners of entities. */
    @ParameterizedTest
    @MethodSource("hosts")
    void a_write_while_the_commit_is_under_way_is_refused(TransactionHost host) {
        CallersTransaction callers = host.callers();
        List<Throwable> refused = new ArrayList<>();
        ((ConfigurableTransactionManager) host.manager).addListener(new TransactionExecutionListener() {
            @Override
            public void beforeCommit(TransactionExecution transaction) {
                refused.add(catchThrowable(() -> callers.join("a write", host.write("ghost"))));
            }
        });

        host.transaction().executeWithoutResult(tx -> callers.join("a write", host.write("a")));

        assertThat(refused).singleElement().isInstanceOf(UnusableTransactionException.class);
        assertThat(host.committed()).containsExactly("a");
    }

    @Test
    void a_write_after_the_commit_of_a_mapper_has_its_own_transaction() {
        TransactionHost host = opened(TransactionHost.jpa(true));
        CallersTransaction callers = host.callers();
        EntityManagerFactory factory = requireNonNull(((JpaTransactionManager) host.manager).getEntityManagerFactory());
        host.transaction().executeWithoutResult(tx -> {
            callers.join("a write", host.write("a"));
            requireNonNull(EntityManagerFactoryUtils.getTransactionalEntityManager(factory))
                    .unwrap(Session.class)
                    .getTransaction()
                    .registerSynchronization(new Synchronization() {
                        @Override
                        public void beforeCompletion() {}

                        @Override
                        public void afterCompletion(int status) {
                            callers.join("a write", host.write("b"));
                        }
                    });
        });
        assertThat(host.committed()).containsExactly("a", "b");
        assertThat(host.own).hasValue(1);
    }

    @Test
    void a_first_callback_after_the_commit_has_its_own_transaction() {
        TransactionHost host = opened(TransactionHost.jdbc(true));
        CallersTransaction callers = host.callers();
        host.transaction()
                .executeWithoutResult(tx ->
                        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                            @Override
                            public int getOrder() {
                                return HIGHEST_PRECEDENCE;
                            }

                            @Override
                            public void afterCommit() {
                                callers.join("a write", host.write("b"));
                            }
                        }));
        assertThat(host.committed()).containsExactly("b");
    }

    /** Spring does not call marks that are registered while it calls them. */
    @ParameterizedTest
    @MethodSource("hosts")
    void a_collision_in_a_callback_before_the_commit_prevents_it(TransactionHost host) {
        CallersTransaction callers = host.callers();
        assertThatThrownBy(() -> host.transaction().executeWithoutResult(tx -> {
                    callers.join("a write", host.write("a"));
                    TransactionHost.beforeCommit(
                            () -> assertThatThrownBy(() -> collide(callers)).hasMessage("deadlock"));
                }))
                .isInstanceOf(UnusableTransactionException.class);
        assertThat(host.committed()).isEmpty();
    }

    /** The database has undone the savepoint, too: Spring's rollback to it fails. */
    @Test
    void a_savepoint_does_not_save_a_transaction_that_a_write_collided_in() {
        TransactionHost host = opened(TransactionHost.jdbc(true));
        CallersTransaction callers = host.callers();
        assertThatThrownBy(() -> host.transaction().executeWithoutResult(tx -> {
                    assertThatThrownBy(() -> host.transaction(TransactionDefinition.PROPAGATION_NESTED)
                                    .executeWithoutResult(nested -> collide(callers)))
                            .hasMessage("deadlock");
                    callers.join("a write", host.write("a"));
                }))
                .isInstanceOf(UnusableTransactionException.class);
        assertThat(host.committed()).isEmpty();
    }

    private static void collide(CallersTransaction callers) {
        callers.join("another write", () -> {
            throw new CannotAcquireLockException("deadlock");
        });
    }

    @Nested
    class Waiting {

        @Test
        void is_refused_in_a_transaction_and_names_it() {
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
        void is_free_outside() {
            TransactionHost host = opened(TransactionHost.jdbc(true));

            assertThatCode(() -> host.callers().refuseInside("awaitDrained")).doesNotThrowAnyException();
        }
    }
}
