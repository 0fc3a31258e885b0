package io.baton.hosts.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.server.ApplicationProcess;
import io.baton.testing.server.Reaper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Two instances of the application, of which one after the other is killed while orders are placed and messages are handed over. */
@OnEachDatabase({TestDatabase.POSTGRES, TestDatabase.MARIADB})
class KilledChannelTests {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int KILLS = Integer.getInteger("baton.neighbours.integration", 2);
    private static final int ORDERS_BETWEEN = 40;
    private static final List<String> TRANSACTIONAL = List.of("ledger");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<ApplicationProcess> instances = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong tried = new AtomicLong();

    @Test
    void no_effect_is_lost_and_none_of_a_transaction_is_repeated(TestDatabase kind) throws InterruptedException {
        try (HikariDataSource database = kind.freshDatabase()) {
            JdbcClient jdbc = JdbcClient.create(database);
            instances.add(start(database));
            instances.add(start(database));
            CountDownLatch end = new CountDownLatch(1);
            Thread customers = new Thread(() -> placeUntil(end), "customers");
            customers.start();
            try {
                for (int kill = 0; kill < KILLS; kill++) {
                    long enough = tried.get() + ORDERS_BETWEEN;
                    await().atMost(SOON).until(() -> tried.get() >= enough);
                    instances.remove(0).kill();
                    instances.add(start(database));
                }
            } finally {
                end.countDown();
                customers.join();
            }
            await("jobs in " + directory).atMost(SOON).until(() -> count(jdbc, "SELECT COUNT(*) FROM baton_job") == 0);
            assertEffects(jdbc);
        } finally {
            instances.forEach(ApplicationProcess::close);
        }
    }

    /** Orders of an instance that dies meanwhile are placed or not; only the table says. */
    private void placeUntil(CountDownLatch end) {
        while (end.getCount() > 0) {
            long number = tried.incrementAndGet();
            String url = instances.get((int) (number % instances.size())).url();
            String body = "{\"orderId\": %d, \"customer\": \"c%d\", \"total\": %d}"
                    .formatted(number, number % 5, number % 2 * 100);
            try {
                http.send(
                        HttpRequest.newBuilder(URI.create(url + "/orders"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
            } catch (Exception e) {
                // the instance is dead
            }
        }
    }

    private static void assertEffects(JdbcClient jdbc) {
        Map<String, Long> orders = Map.of(
                "ledger", count(jdbc, "SELECT COUNT(*) FROM orders"),
                "mail", count(jdbc, "SELECT COUNT(*) FROM orders"));
        long lost = 0;
        long repeated = 0;
        for (Map.Entry<String, Long> each : orders.entrySet()) {
            String channel = " WHERE channel = '" + each.getKey() + "'";
            long done = count(
                    jdbc,
                    "SELECT COUNT(DISTINCT order_id) FROM effects" + channel
                            + " AND order_id IN (SELECT id FROM orders)");
            lost += each.getValue() - done;
            if (TRANSACTIONAL.contains(each.getKey())) {
                repeated += count(jdbc, "SELECT COUNT(*) FROM effects" + channel) - done;
            }
        }
        long mails = count(jdbc, "SELECT COUNT(*) FROM effects WHERE channel = 'mail'") - orders.get("mail");
        System.out.println("figure channel.orders " + orders.get("ledger"));
        System.out.println("figure channel.lost " + lost);
        System.out.println("figure channel.double " + repeated);
        System.out.println("figure channel.mails_again " + mails);
        assertThat(orders.get("ledger")).isPositive();
        assertThat(lost).isZero();
        assertThat(repeated).isZero();
        Map<String, List<Long>> ledger = jdbc
                .sql("SELECT customer, order_id FROM effects WHERE channel = 'ledger' ORDER BY place")
                .query((row, number) -> Map.entry(row.getString(1), row.getLong(2)))
                .list()
                .stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        assertThat(ledger.values()).allSatisfy(each -> assertThat(each).isSorted());
    }

    private static long count(JdbcClient jdbc, String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }

    private ApplicationProcess start(HikariDataSource database) {
        return ApplicationProcess.start(
                Reaper.ofThisJvm(),
                directory,
                System.getProperty("java.class.path"),
                IntegrationHost.class.getName(),
                List.of(
                        "--host.pace=20ms",
                        "--baton.worker.heartbeat=500ms",
                        "--baton.worker.dead-after=2s",
                        "--spring.datasource.url=" + database.getJdbcUrl(),
                        "--spring.datasource.username=" + database.getUsername(),
                        "--spring.datasource.password=" + database.getPassword()));
    }
}
