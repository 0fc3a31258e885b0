package io.baton.enqueue;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.MappersConnection;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application with a pool, a table and a transaction manager, in which jobs are written. */
final class TransactionHost implements AutoCloseable {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String name;
    final HikariDataSource pool;
    final PlatformTransactionManager manager;
    final JdbcTemplate jdbc;
    /** How many transactions of its own Baton began. */
    final AtomicInteger own = new AtomicInteger();

    private TransactionHost(String name, HikariDataSource pool, PlatformTransactionManager manager) {
        this.name = name;
        this.pool = pool;
        this.manager = manager;
        this.jdbc = new JdbcTemplate(pool);
        new TransactionTemplate(manager)
                .executeWithoutResult(tx -> jdbc.execute("create table job (name varchar(100))"));
        if (manager instanceof ConfigurableTransactionManager configurable) {
            configurable.addListener(new CommitWatch());
        }
    }

    static TransactionHost jdbc(boolean autoCommit) {
        HikariDataSource pool = pool(autoCommit);
        return new TransactionHost("JDBC, auto-commit " + autoCommit, pool, new JdbcTransactionManager(pool));
    }

    static TransactionHost jpa(boolean autoCommit) {
        HikariDataSource pool = pool(autoCommit);
        JpaTransactionManager manager = new JpaTransactionManager(entities(pool));
        return new TransactionHost("JPA, auto-commit " + autoCommit, pool, manager);
    }

    private static HikariDataSource pool(boolean autoCommit) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:host" + NUMBER.incrementAndGet() + ";DB_CLOSE_DELAY=-1");
        pool.setAutoCommit(autoCommit);
        pool.setMaximumPoolSize(4);
        pool.setConnectionTimeout(30_000);
        return pool;
    }

    private static EntityManagerFactory entities(DataSource pool) {
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(pool);
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        factory.setPackagesToScan(TransactionHost.class.getPackageName());
        factory.afterPropertiesSet();
        return Objects.requireNonNull(factory.getObject());
    }

    CallersTransaction callers() {
        return callers(pool, false);
    }

    CallersTransaction callers(DataSource dataSource, boolean foreignAllowed) {
        return new CallersTransaction(
                new MappersConnection(dataSource),
                ownTransaction(),
                TransactionOperations.withoutTransaction(),
                foreignAllowed,
                true);
    }

    private TransactionOperations ownTransaction() {
        TransactionTemplate template = new TransactionTemplate(new JdbcTransactionManager(pool));
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return new TransactionOperations() {
            @Override
            public <T> T execute(TransactionCallback<T> action) {
                own.incrementAndGet();
                return template.execute(action);
            }
        };
    }

    /** What an enqueue does to the database. */
    Supplier<Integer> write(String job) {
        return () -> jdbc.update("insert into job values (?)", job);
    }

    /** The database's number of the connection in use. */
    Integer session() {
        return Objects.requireNonNull(jdbc.queryForObject("select session_id()", Integer.class));
    }

    TransactionTemplate transaction() {
        return transaction(TransactionDefinition.PROPAGATION_REQUIRED);
    }

    TransactionTemplate transaction(int propagation) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(propagation);
        return template;
    }

    TransactionTemplate readOnly() {
        TransactionTemplate template = transaction();
        template.setReadOnly(true);
        return template;
    }

    /** The jobs that are really there, by a connection that took no part in writing them. */
    List<String> committed() {
        return CompletableFuture.supplyAsync(
                        () -> jdbc.queryForList("select name from job order by name", String.class))
                .join();
    }

    static void afterCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                action.run();
            }
        });
    }

    static void afterCompletion(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                action.run();
            }
        });
    }

    static void beforeCommit(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                action.run();
            }
        });
    }

    @Override
    public void close() {
        if (!pool.isClosed()) {
            jdbc.execute("shutdown");
            pool.close();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
