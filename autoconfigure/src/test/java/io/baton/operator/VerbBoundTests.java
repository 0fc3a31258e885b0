package io.baton.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Batch;
import io.baton.Batches;
import io.baton.Flows;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.RateLimits;
import io.baton.RecurringJobs;
import io.baton.RowLockedException;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.Shares;
import io.baton.Signals;
import io.baton.Steps;
import io.baton.actuate.RoleByHeader;
import io.baton.batch.web.WebHost;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * No verb waits for long for rows that the open transaction of another user holds, and each leaves the pool of the application usable. A new verb needs
 * an example in {@link VerbExamples}.
 */
@Timeout(600)
@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB, TestDatabase.MYSQL})
class VerbBoundTests {

    private static final long LONGEST_SECONDS = 10;
    private static final int CONNECTIONS = 40;

    /** Of each of them one waits for a connection at most, beside the transaction that holds the rows. */
    private static final int AT_ONCE = CONNECTIONS - 2;

    private static final List<Class<?>> INTERFACES = List.of(
            Jobs.class,
            Batches.class,
            Batch.class,
            Flows.class,
            RecurringJobs.class,
            Once.class,
            Semaphores.class,
            RateLimits.class,
            Sequences.class,
            Shares.class,
            Steps.class,
            Signals.class);

    private static final List<String> TABLES = List.of(
            "baton_job",
            "baton_pause",
            "baton_limit",
            "baton_permit",
            "baton_batch",
            "baton_batch_group",
            "baton_ack",
            "baton_flow_step",
            "baton_flow_edge",
            "baton_result",
            "baton_once",
            "baton_unique",
            "baton_schedule",
            "baton_sequence",
            "baton_turn",
            "baton_step",
            "baton_signal");

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends VerbExamples.Handlers {

        @Bean
        RoleByHeader roles() {
            return new RoleByHeader();
        }
    }

    private static ConfigurableApplicationContext serve(TestDatabase kind) {
        return WebHost.serve(
                Application.class,
                kind.freshAccess(),
                "spring.autoconfigure.exclude=",
                "spring.jpa.hibernate.ddl-auto=update",
                "spring.datasource.hikari.maximum-pool-size=" + CONNECTIONS,
                "spring.datasource.hikari.connection-timeout=60000",
                "management.endpoints.web.exposure.include=baton",
                "baton.worker.dead-after=2m",
                "baton.worker.poll-interval=100ms",
                "baton.batches.web.enabled=true",
                "baton.dashboard.enabled=true",
                "baton.dashboard.role=OPERATOR",
                "baton.dashboard.writes=true");
    }

    @Test
    void every_verb_ends_beside_rows_that_another_transaction_holds(TestDatabase kind) throws Exception {
        try (ConfigurableApplicationContext host = serve(kind)) {
            String before = lockWaits(kind, host);
            Map<String, Object> outcomes = new TreeMap<>();
            try (VerbExamples examples = new VerbExamples(host)) {
                Map<String, Callable<?>> verbs = examples.verbs();
                assertThat(verbs.keySet()).as("each verb has an example").containsAll(required(host));
                List<String> names = List.copyOf(verbs.keySet());
                for (int first = 0; first < names.size(); first += AT_ONCE) {
                    Map<String, Callable<?>> some = new LinkedHashMap<>();
                    names.subList(first, Math.min(first + AT_ONCE, names.size()))
                            .forEach(name -> some.put(name, verbs.get(name)));
                    outcomes.putAll(besideHeldRows(host, some));
                }
            }
            Set<String> unbounded = outcomes.entrySet().stream()
                    .filter(each -> each.getValue() instanceof TimeoutException)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toCollection(TreeSet::new));
            System.out.println("figure waits.unbounded " + unbounded.size());
            assertThat(unbounded).isEmpty();
            assertThat(outcomes.values().stream()
                            .filter(outcome ->
                                    outcome instanceof Exception && !(outcome instanceof RowLockedException)))
                    .isEmpty();
            assertThat(outcomes.entrySet().stream()
                            .filter(each -> each.getValue() instanceof RowLockedException)
                            .map(Map.Entry::getKey))
                    .as("the rows that they need are held")
                    .containsAll(VerbExamples.REFUSED);
            assertThat(outcomes.values().stream()
                            .filter(RowLockedException.class::isInstance)
                            .map(outcome -> ((RowLockedException) outcome).getMessage()))
                    .allMatch(text -> text.startsWith("Another transaction holds a row that ")
                            && text.endsWith("try again when that transaction has ended"));
            assertThat(lockWaits(kind, host)).as("the pool is as before").isEqualTo(before);
            assertThat(lockWaitAfterVerbs(kind, host))
                    .as("and a caller's transaction")
                    .isEqualTo(before);
        }
    }

    /** Every method of the interfaces, but for those that only call another one of their name, and every action over HTTP. */
    private static Set<String> required(ConfigurableApplicationContext host) {
        Set<String> required = new TreeSet<>();
        for (Class<?> type : INTERFACES) {
            List<Method> methods = Arrays.stream(type.getMethods())
                    .filter(method -> !Modifier.isStatic(method.getModifiers()))
                    .toList();
            Set<String> calledByOthers = methods.stream()
                    .filter(method -> !method.isDefault())
                    .map(Method::getName)
                    .collect(Collectors.toSet());
            methods.stream()
                    .filter(method -> !method.isDefault() || !calledByOthers.contains(method.getName()))
                    .map(method -> type.getSimpleName() + "." + method.getName()
                            + Arrays.stream(method.getParameterTypes())
                                    .map(Class::getSimpleName)
                                    .collect(Collectors.joining(",", "(", ")")))
                    .forEach(required::add);
        }
        host.getBean(Operations.class).actions(true).forEach((resource, actions) -> {
            Stream.of("endpoint ", "dashboard ").forEach(way -> {
                required.add(way + resource);
                actions.forEach(action -> required.add(way + resource + " " + action));
            });
        });
        return required;
    }

    /** Runs verbs side by side while a transaction holds every row, and some that are not committed; returns what became of each. */
    private static Map<String, Object> besideHeldRows(
            ConfigurableApplicationContext host, Map<String, Callable<?>> verbs) throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        TransactionTemplate transaction = new TransactionTemplate(host.getBean(PlatformTransactionManager.class));
        transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        Map<String, Object> outcomes = new TreeMap<>();
        try {
            Future<?> stranger = threads.submit(() -> transaction.execute(status -> {
                hold(host);
                held.countDown();
                status.setRollbackOnly();
                try {
                    return end.await(5, TimeUnit.MINUTES);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
            while (!held.await(100, TimeUnit.MILLISECONDS)) {
                if (stranger.isDone()) {
                    stranger.get();
                }
            }
            long start = System.nanoTime();
            Map<String, Future<?>> calls = new LinkedHashMap<>();
            verbs.forEach((name, verb) -> calls.put(name, threads.submit(verb)));
            for (Map.Entry<String, Future<?>> call : calls.entrySet()) {
                outcomes.put(call.getKey(), outcome(call.getValue(), start));
            }
            end.countDown();
            stranger.get(1, TimeUnit.MINUTES);
            for (Future<?> call : calls.values()) {
                outcome(call, System.nanoTime() + TimeUnit.SECONDS.toNanos(60));
            }
            return outcomes;
        } finally {
            end.countDown();
            threads.shutdown();
            threads.awaitTermination(2, TimeUnit.MINUTES);
        }
    }

    private static Object outcome(Future<?> call, long start) throws InterruptedException {
        long left = TimeUnit.SECONDS.toNanos(LONGEST_SECONDS) - (System.nanoTime() - start);
        try {
            return String.valueOf(call.get(Math.max(1, left), TimeUnit.NANOSECONDS));
        } catch (ExecutionException e) {
            return requireNonNull(e.getCause());
        } catch (TimeoutException e) {
            return e;
        }
    }

    private static void hold(ConfigurableApplicationContext host) {
        JdbcTemplate sql = host.getBean(JdbcTemplate.class);
        for (String table : TABLES) {
            sql.queryForList("SELECT * FROM " + table + " FOR UPDATE");
        }
        VerbExamples.storeUncommitted(host);
    }

    private static @Nullable String lockWaitAfterVerbs(TestDatabase kind, ConfigurableApplicationContext host) {
        JdbcTemplate sql = host.getBean(JdbcTemplate.class);
        return new TransactionTemplate(host.getBean(PlatformTransactionManager.class)).execute(status -> {
            Jobs jobs = host.getBean(Jobs.class);
            jobs.cancel(jobs.enqueue(new VerbExamples.Plain(0), job -> job.unique("of the caller"))
                    .id());
            host.getBean(Batches.class).open("of the caller").seal();
            return "[true " + sql.queryForObject(lockWait(kind), String.class) + "]";
        });
    }

    private static String lockWait(TestDatabase kind) {
        return switch (kind) {
            case POSTGRES -> "SHOW lock_timeout";
            case H2 -> "SELECT LOCK_TIMEOUT()";
            default -> "SELECT CONCAT(@@SESSION.lock_wait_timeout, ' ', @@SESSION.innodb_lock_wait_timeout)";
        };
    }

    /** Takes every connection at once: each is usable, and has the limit that it had. */
    private static String lockWaits(TestDatabase kind, ConfigurableApplicationContext host) throws SQLException {
        List<Connection> all = new ArrayList<>();
        Set<String> limits = new TreeSet<>();
        try {
            for (int number = 0; number < CONNECTIONS; number++) {
                all.add(host.getBean(HikariDataSource.class).getConnection());
            }
            for (Connection each : all) {
                try (Statement statement = each.createStatement();
                        var row = statement.executeQuery(lockWait(kind))) {
                    row.next();
                    limits.add(each.getAutoCommit() + " " + row.getString(1));
                }
            }
        } finally {
            for (Connection each : all) {
                each.close();
            }
        }
        return limits.toString();
    }
}
