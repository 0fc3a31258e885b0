package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class ThreadBindingsTests {

    private final HikariDataSource dataSource = TestDatabase.H2.freshDatabase();
    private final JdbcTemplate sql = new JdbcTemplate(dataSource);
    private final JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
    private int told = -1;

    ThreadBindingsTests() {
        sql.execute("CREATE TABLE written (n integer)");
    }

    @AfterEach
    void nothing_is_left() {
        assertThat(ThreadBindings.isTransactional()).isFalse();
        assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
        assertThat(dataSource.getHikariPoolMXBean().getActiveConnections()).isZero();
        dataSource.close();
    }

    private TransactionStatus begin(int propagation) {
        return manager.getTransaction(new DefaultTransactionDefinition(propagation));
    }

    private void write(int n) {
        sql.update("INSERT INTO written VALUES (?)", n);
    }

    private void writtenAre(Integer... expected) {
        assertThat(sql.queryForList("SELECT n FROM written ORDER BY n", Integer.class))
                .containsExactly(expected);
    }

    private void listen() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                told = status;
            }
        });
    }

    @Test
    void nothing_is_found_where_nothing_was_left() {
        ThreadBindings before = ThreadBindings.now();
        write(1);
        manager.commit(begin(TransactionDefinition.PROPAGATION_REQUIRED));
        assertThat(before.restore()).isFalse();
    }

    @Test
    void a_transaction_is_rolled_back_and_its_participants_are_notified() {
        ThreadBindings before = ThreadBindings.now();
        begin(TransactionDefinition.PROPAGATION_REQUIRED);
        listen();
        write(1);
        assertThat(before.restore()).isTrue();
        assertThat(told).isEqualTo(TransactionSynchronization.STATUS_ROLLED_BACK);
        write(2);
        writtenAre(2);
    }

    @Test
    void one_that_tells_nobody_is_rolled_back_as_well() {
        manager.setTransactionSynchronization(AbstractPlatformTransactionManager.SYNCHRONIZATION_NEVER);
        ThreadBindings before = ThreadBindings.now();
        begin(TransactionDefinition.PROPAGATION_REQUIRED);
        write(1);
        assertThat(before.restore()).isTrue();
        writtenAre();
    }

    @Test
    void a_scope_without_a_transaction_counts_as_one_but_keeps_its_writes() {
        ThreadBindings before = ThreadBindings.now();
        begin(TransactionDefinition.PROPAGATION_SUPPORTS);
        write(1);
        assertThat(before.restore()).isTrue();
        writtenAre(1);
    }

    @Test
    void one_inside_another_is_taken_away_and_the_other_goes_on() {
        TransactionStatus outer = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        write(1);
        ThreadBindings before = ThreadBindings.ofTransaction();
        begin(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        write(2);
        assertThat(before.isHidden()).isTrue();
        assertThat(before.restore()).isTrue();
        write(3);
        manager.commit(outer);
        writtenAre(1, 3);
    }

    @Test
    void another_that_was_set_aside_goes_on() {
        TransactionStatus outer = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        write(1);
        ThreadBindings before = ThreadBindings.ofTransaction();
        begin(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
        assertThat(before.isHidden()).isTrue();
        before.restore();
        manager.rollback(outer);
        writtenAre();
    }

    @Test
    void participants_of_a_transaction_set_aside_take_part_again() {
        TransactionStatus outer = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        listen();
        ThreadBindings before = ThreadBindings.ofTransaction();
        begin(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        assertThat(before.restore()).isTrue();
        assertThat(before.isHidden()).isFalse();
        manager.rollback(outer);
        assertThat(told).isEqualTo(TransactionSynchronization.STATUS_ROLLED_BACK);
    }

    @Test
    void a_transaction_of_another_manager_is_noticed() {
        JdbcTransactionManager other = new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:other"));
        TransactionStatus outer = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        ThreadBindings before = ThreadBindings.ofTransaction();
        other.getTransaction(new DefaultTransactionDefinition());
        assertThat(before.isHidden()).isTrue();
        assertThat(before.restore()).isTrue();
        write(1);
        manager.commit(outer);
        writtenAre(1);
    }

    @Test
    void a_transaction_of_another_manager_that_ended_is_none() {
        JdbcTransactionManager other = new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:other"));
        TransactionStatus outer = begin(TransactionDefinition.PROPAGATION_REQUIRED);
        ThreadBindings before = ThreadBindings.ofTransaction();
        other.commit(other.getTransaction(new DefaultTransactionDefinition()));
        assertThat(before.isHidden()).isFalse();
        manager.commit(outer);
    }
}
