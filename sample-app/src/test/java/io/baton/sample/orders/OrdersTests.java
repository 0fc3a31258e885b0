package io.baton.sample.orders;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.sample.Done;
import io.baton.sample.orders.OrdersController.Shown;
import io.baton.sample.orders.OrdersController.State;
import io.baton.sample.orders.OrdersController.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.client.RestClient;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.datasource.url=jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1",
            "sample.push.users=0",
            "sample.push.mail-server=false"
        })
@DirtiesContext
class OrdersTests {

    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void directory(DynamicPropertyRegistry registry) {
        registry.add("sample.directory", () -> directory);
    }

    @Test
    void an_order_goes_on_when_it_is_approved() {
        post("/orders");
        Shown waiting =
                newest(order -> order.waitsForApproval() && order.state().equals("WAITING"));
        assertThat(waiting.steps())
                .extracting(Step::name)
                .containsExactly("reserve", "charge", "request", "mail", "decision");
        assertThat(waiting.order().progress()).isEqualTo("reserved");

        assertThat(post("/orders/" + waiting.job() + "/approve")).isOne();
        Shown shipped = newest(order -> order.state().equals("COMPLETED"));
        assertThat(shipped.steps())
                .extracting(Step::name)
                .containsExactly("reserve", "charge", "request", "mail", "decision", "ship");
        assertThat(shipped.steps()).extracting(Step::state).containsOnly("DONE");
        assertThat(shipped.order().progress()).startsWith("shipped, receipt ").endsWith(", approved by port " + port);
        assertThat(shipped.order().changes()).isEqualTo(2);

        assertThat(post("/orders/" + waiting.job() + "/approve"))
                .as("it is decided")
                .isZero();
        assertThat(newest(order -> true).order().changes()).isEqualTo(2);
    }

    private Shown newest(Predicate<Shown> expected) {
        return await().atMost(SOON)
                .until(
                        () -> requireNonNull(client().get()
                                        .uri("/api/orders")
                                        .retrieve()
                                        .body(State.class))
                                .orders()
                                .get(0),
                        expected);
    }

    private long post(String path) {
        return requireNonNull(client().post().uri(path).retrieve().body(Done.class))
                .count();
    }

    private RestClient client() {
        return RestClient.create("http://127.0.0.1:" + port);
    }
}
