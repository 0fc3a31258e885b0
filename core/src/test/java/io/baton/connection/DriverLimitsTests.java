package io.baton.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriverLimitsTests {

    private static final Duration DEAD_AFTER = Duration.ofSeconds(16);
    /** Three quarters of it are for the hosts; the rest is for a machine that is busy. */
    private static final Duration LONG_DEAD_AFTER = Duration.ofSeconds(32);

    private static final long SLEEP_NANOS = 50_000_000;

    private static String limited(String url) {
        return limited(url, DEAD_AFTER);
    }

    private static String limited(String url, Duration deadAfter) {
        return Objects.requireNonNull(DriverLimits.in(url, new Properties(), deadAfter));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql:", "jdbc:mariadb:sequential:"})
    void a_mute_host_leaves_time_for_the_next_one(String driver) throws Exception {
        boolean postgres = driver.equals("jdbc:postgresql:");
        DatabaseAccess access = (postgres ? TestDatabase.POSTGRES : TestDatabase.MARIADB).freshAccess();
        try (ServerSocket mute = mute();
                HikariDataSource application = new HikariDataSource()) {
            String hosts = access.url().replaceFirst("jdbc:[a-z]+://", driver + "//" + host(mute) + ",");
            application.setJdbcUrl(
                    postgres ? hosts + (hosts.contains("?") ? "&" : "?") + "hostRecheckSeconds=0" : hosts);
            application.setUsername(access.user());
            application.setPassword(access.password());
            EnginePool pool = EnginePool.beside(application, DEAD_AFTER, "");
            await().ignoreExceptions().untilAsserted(() -> assertThat(answerTimeout(pool))
                    .as("for statements there is all the time that there is with one host")
                    .isEqualTo(DEAD_AFTER));
            pool.close();
        }
    }

    private static Duration answerTimeout(EnginePool pool) throws SQLException {
        try (Connection connection = pool.dataSource().getConnection()) {
            return Duration.ofMillis(connection.getNetworkTimeout());
        }
    }

    @Test
    void mute_hosts_are_all_tried_before_their_worker_counts_as_dead() throws Exception {
        try (ServerSocket a = mute();
                ServerSocket b = mute();
                ServerSocket c = mute()) {
            String two = "//" + host(a) + "," + host(b) + "/shop";
            String three = "//" + host(a) + "," + host(b) + "," + host(c) + "/shop";
            Map<String, CompletableFuture<Duration>> attempts = new TreeMap<>();
            AtomicLong stalls = stallsOfTheMachine();
            for (String driver : List.of(
                    "jdbc:mysql:",
                    "jdbc:mysql:loadbalance:",
                    "jdbc:mysql:replication:",
                    "jdbc:mariadb:",
                    "jdbc:mariadb:sequential:",
                    "jdbc:mariadb:replication:",
                    "jdbc:mariadb:loadbalance:",
                    "jdbc:postgresql:")) {
                for (String hosts : List.of(two, three)) {
                    attempts.put(driver + hosts, timeToFail(limited(driver + hosts, LONG_DEAD_AFTER)));
                }
            }
            attempts.put(
                    "jdbc:postgresql:one",
                    timeToFail(limited("jdbc:postgresql://" + host(a) + "/shop", LONG_DEAD_AFTER)));
            attempts.forEach((url, time) -> assertThat(time.join())
                    .as(url)
                    .isGreaterThan(Duration.ofSeconds(1))
                    .isLessThan(LONG_DEAD_AFTER.plusNanos(stalls.get())));
        }
    }

    /** How long threads waited in vain for a processor, as one that only sleeps sees it. */
    private static AtomicLong stallsOfTheMachine() {
        AtomicLong stalls = new AtomicLong();
        Thread sleeper = new Thread(
                () -> {
                    long started = System.nanoTime();
                    for (long last = started; last - started < LONG_DEAD_AFTER.toNanos(); ) {
                        LockSupport.parkNanos(SLEEP_NANOS);
                        long now = System.nanoTime();
                        stalls.addAndGet(Math.max(0, now - last - 2 * SLEEP_NANOS));
                        last = now;
                    }
                },
                "sleeper");
        sleeper.setDaemon(true);
        sleeper.start();
        return stalls;
    }

    private static ServerSocket mute() throws IOException {
        return new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    }

    private static String host(ServerSocket server) {
        return "127.0.0.1:" + server.getLocalPort();
    }

    private static CompletableFuture<Duration> timeToFail(String url) {
        Executor threadEach = task -> new Thread(task, "connects").start();
        return CompletableFuture.supplyAsync(
                () -> {
                    long start = System.nanoTime();
                    assertThatThrownBy(() -> DriverManager.getConnection(url, "nobody", ""))
                            .isInstanceOf(SQLException.class);
                    return Duration.ofNanos(System.nanoTime() - start);
                },
                threadEach);
    }

    @ParameterizedTest
    @CsvSource({
        "'jdbc:postgresql://a,b,c/shop', 10, 'loginTimeout=7&socketTimeout=2&'",
        "'jdbc:postgresql://a,b,c,d,e/shop', 10, 'loginTimeout=7&socketTimeout=2&'",
        "'jdbc:aws-wrapper:postgresql://a,b,c/shop', 10, 'loginTimeout=7500&socketTimeout=2000&'",
        "'jdbc:postgresql://a,b/shop', 3, 'loginTimeout=2&socketTimeout=2&'",
        "'jdbc:postgresql://a,b/shop', 1, 'loginTimeout=1&socketTimeout=1&'",
        "'jdbc:postgresql://a,b/shop', 60, 'loginTimeout=45&socketTimeout=11&'"
    })
    void a_login_response_has_two_seconds_however_many_hosts_there_are(String url, int deadAfter, String limits) {
        assertThat(DriverLimits.in(url, new Properties(), Duration.ofSeconds(deadAfter)))
                .contains(limits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:mysql:", "jdbc:mysql:loadbalance:", "jdbc:mariadb:", "jdbc:mariadb:sequential:"})
    void no_host_is_left_out_and_none_is_tried_for_long(String driver) throws Exception {
        List<ServerSocket> hosts = new ArrayList<>();
        List<Integer> asked = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 3; i++) {
            ServerSocket host = mute();
            hosts.add(host);
            new Thread(() -> hangUp(host, asked), "host").start();
        }
        String list = hosts.stream().map(DriverLimitsTests::host).collect(Collectors.joining(","));
        timeToFail(limited(driver + "//" + list + "/shop")).join();
        assertThat(asked).as("without a limit some drivers try 120 times").hasSizeLessThan(10);
        for (ServerSocket host : hosts) {
            assertThat(asked).contains(host.getLocalPort());
            host.close();
        }
    }

    private static void hangUp(ServerSocket host, List<Integer> asked) {
        while (!host.isClosed()) {
            try {
                Socket caller = host.accept();
                // before it hangs up, since the driver goes on at once
                asked.add(host.getLocalPort());
                caller.close();
            } catch (IOException e) {
                return;
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:otel:postgresql://db/shop, 'connectTimeout=5&loginTimeout=12&socketTimeout=16&tcpKeepAlive=true'",
        "jdbc:p6spy:postgresql://db/shop?ssl=true, 'connectTimeout=5&loginTimeout=12&socketTimeout=16&tcpKeepAlive=true'",
        "jdbc:log4jdbc:postgresql://db/shop, 'connectTimeout=5&loginTimeout=12&socketTimeout=16&tcpKeepAlive=true'",
        // of milliseconds, whatever the driver behind it takes
        "jdbc:aws-wrapper:postgresql://db/shop, 'connectTimeout=5000&loginTimeout=12000&socketTimeout=16000&tcpKeepAlive=true'",
        "jdbc:otel:aws-wrapper:postgresql://db/shop, 'connectTimeout=5000&loginTimeout=12000&socketTimeout=16000&tcpKeepAlive=true'",
        "'jdbc:p6spy:mariadb:sequential://a,b/shop', connectTimeout=3000&retriesAllDown=2&sessionVariables=",
        "jdbc:aws-wrapper:mysql://db/shop, connectTimeout=5000&sessionVariables="
    })
    void drivers_that_pass_on_to_others_are_looked_through(String url, String limits) {
        assertThat(limited(url)).startsWith(url + (url.contains("?") ? "&" : "?") + limits);
        assertThat(DriverLimits.labelled(url, new Properties(), "north"))
                .matches(".*(ApplicationName=baton%3Anorth|connectionAttributes=program_name:baton-north)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:tc:postgresql:18:///shop",
                "jdbc:h2:mem:postgresql:",
                "jdbc:else:postgresql://db/shop",
                "jdbc:otel:h2:mem:shop"
            })
    void other_urls_are_left_as_they_are(String url) {
        assertThat(limited(url)).isEqualTo(url);
        assertThat(DriverLimits.labelled(url, new Properties(), "north")).isEqualTo(url);
    }

    @Test
    void a_lock_wait_ends_before_the_response_is_given_up() {
        assertThat(DriverLimits.in("jdbc:mysql://a/shop", new Properties(), Duration.ofSeconds(3)))
                .contains("socketTimeout=3000", "innodb_lock_wait_timeout=2,lock_wait_timeout=2");
        assertThat(limited("jdbc:mysql://a,b,c/shop")).contains("socketTimeout=3000", "innodb_lock_wait_timeout=3");
        assertThat(limited("jdbc:mysql://a/shop")).contains("socketTimeout=16000", "innodb_lock_wait_timeout=3");
    }
}
