package io.baton.faults.crash;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Jobs;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.faults.Await;
import io.baton.faults.chaos.ApplicationProperties;
import io.baton.faults.chaos.AuditTables;
import io.baton.faults.proxy.FaultProxy;
import io.baton.faults.server.Server;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.JobRoles;
import io.baton.job.Retention;
import io.baton.job.WorkerStore;
import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.job.jdbc.JdbcWorkerStore;
import io.baton.testing.server.Reaper;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.lang.CheckReturnValue;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A database, a proxy before it, the application whose engine is trapped, and direct access past all of that. */
final class CrashSetup implements AutoCloseable {

    static final Duration DEAD_AFTER = Duration.ofMillis(1_500);
    /** Served by the application, used only by workers that exist as rows only. */
    static final String SIDE_QUEUE = "side";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Retention RETENTION = new Retention(Duration.ofDays(1), Duration.ofDays(1), null, 1_000);

    private final Path log;
    final Server server;
    final FaultProxy proxy;
    final Trap trap;
    final JdbcTemplate jdbc;
    final DataSource direct;
    final JobRoles store;
    final WorkerStore workers;
    final Transactions transactions;
    final AtomicLong items = new AtomicLong();
    CrashApp.SharedState state;
    private ConfigurableApplicationContext application;

    CrashSetup(Path logs, Path directory, Reaper reaper) {
        log = logs.resolve("application.log");
        server = Server.Kind.POSTGRES.start(directory, reaper);
        proxy = new FaultProxy(server.port());
        trap = new Trap(proxy);
        state = new CrashApp.SharedState(trap);
        direct = new DriverManagerDataSource(server.url(server.port()), server.user(), "");
        jdbc = new JdbcTemplate(direct);
        application = application("a", state);
        store = JdbcJobRoles.on(
                new Database(direct, null), RETENTION, List.of(), InsertObserver.NONE, System::nanoTime);
        workers = new JdbcWorkerStore(new Database(direct, null));
        transactions = new OwnTransactions(direct);
        AuditTables.prepare(Server.Kind.POSTGRES, jdbc);
    }

    /** Another application on the same database. There is one logging for all of a JVM, so that applications start one after the other. */
    ConfigurableApplicationContext application(String name, CrashApp.SharedState shared, String... more) {
        List<String> settings = new ArrayList<>(ApplicationProperties.common(server, proxy.port()));
        settings.removeIf(setting -> setting.startsWith("--baton.worker") || setting.contains("shutdown-phase"));
        settings.addAll(List.of(
                "--logging.file.name=" + log,
                "--logging.threshold.console=off",
                "--baton.worker.name=" + name,
                "--baton.worker.heartbeat=200ms",
                "--baton.worker.dead-after=" + DEAD_AFTER.toMillis() + "ms",
                "--baton.worker.poll-interval=100ms",
                "--baton.worker.concurrency=3",
                "--baton.queues." + SIDE_QUEUE + ".concurrency=2",
                "--spring.lifecycle.timeout-per-shutdown-phase=30s"));
        settings.addAll(List.of(more));
        SpringApplicationBuilder builder = new SpringApplicationBuilder(CrashApp.class)
                .logStartupInfo(false)
                .initializers(context -> {
                    context.getBeanFactory().registerSingleton("state", shared);
                    context.getBeanFactory().addBeanPostProcessor(new Trapped(trap));
                });
        synchronized (CrashSetup.class) {
            return builder.run(settings.toArray(String[]::new));
        }
    }

    Jobs jobs() {
        return application.getBean(Jobs.class);
    }

    /** Does something in a transaction of the application's. */
    void inTransaction(Runnable work) {
        new TransactionTemplate(application.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> work.run());
    }

    /** Ends the application in good order and starts it anew. */
    void restart() {
        end();
        state = new CrashApp.SharedState(trap);
        application = application("a", state);
    }

    private void end() {
        synchronized (CrashSetup.class) {
            application.close();
        }
    }

    /** A pool returns connections that it used a moment ago without a check whether they still live. */
    void forgetConnections() throws SQLException {
        application
                .getBean(DataSource.class)
                .unwrap(HikariDataSource.class)
                .getHikariPoolMXBean()
                .softEvictConnections();
    }

    /** Registers a worker that exists as a row only, without heartbeats. */
    long silentWorker() {
        return silentWorker(DEAD_AFTER);
    }

    /** The same for a scenario that declares it dead itself, before the application's sweeper can. */
    long silentWorker(Duration deadAfter) {
        WorkerInfo info = new WorkerInfo(
                "silent",
                "nowhere",
                0,
                UUID.randomUUID(),
                "",
                deadAfter,
                Set.of(SIDE_QUEUE, "poison", "locked"),
                Set.of("effect"));
        return transactions.run(() -> workers.register(info));
    }

    long count(String question, Object... parameters) {
        Long answer = jdbc.queryForObject(question, Long.class, parameters);
        return answer == null ? 0 : answer;
    }

    boolean drained() {
        return count("SELECT COUNT(*) FROM baton_job WHERE state <> 5") == 0;
    }

    /** Waits for a condition; returns whether it held in time. */
    @CheckReturnValue
    static boolean await(BooleanSupplier condition) {
        return await(condition, PATIENCE);
    }

    @CheckReturnValue
    static boolean await(BooleanSupplier condition, Duration patience) {
        return Await.until(condition, patience);
    }

    @Override
    public void close() {
        state.release.countDown();
        end();
        proxy.close();
        server.close();
    }
}
