package io.baton.hosts.modulith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.events.DurableListener;
import io.baton.hosts.modulith.broker.Broker;
import io.baton.hosts.modulith.orders.OrderPlaced;
import io.baton.hosts.modulith.orders.Orders;
import io.baton.modulith.EventTransport;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.RoutingTarget;
import org.springframework.modulith.events.core.ConditionalEventListener;
import org.springframework.transaction.support.TransactionTemplate;

@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExternalizedEventTests implements TestsOnDatabase {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String WITHOUT_REPOSITORY =
            "--spring.autoconfigure.exclude=org.springframework.modulith.events.jdbc.JdbcEventPublicationAutoConfiguration";
    private static final String WITHOUT_REGISTRY =
            WITHOUT_REPOSITORY + ",org.springframework.modulith.events.config.EventPublicationAutoConfiguration";
    private static final AtomicLong IDS = new AtomicLong();

    @SuppressWarnings("NullAway.Init")
    private ConfigurableApplicationContext application;

    @SuppressWarnings("NullAway.Init")
    private TestDatabase database;

    @Override
    public void open(TestDatabase kind) {
        database = kind;
        application = start(ModulithHost.class);
    }

    @Override
    public void close() {
        application.close();
    }

    private ConfigurableApplicationContext start(Class<?> configuration, String... properties) {
        DatabaseAccess access = database.freshAccess();
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--spring.datasource.url=" + access.url(),
                "--spring.datasource.username=" + access.user(),
                "--spring.datasource.password=" + access.password()));
        arguments.addAll(List.of(properties));
        return new SpringApplicationBuilder(configuration).run(arguments.toArray(String[]::new));
    }

    private Orders orders() {
        return application.getBean(Orders.class);
    }

    private static OrderPlaced order(String customer) {
        return new OrderPlaced(IDS.incrementAndGet(), customer, 10);
    }

    private static void awaitEnd(ConfigurableApplicationContext application) {
        assertThat(application.getBean(Jobs.class).awaitDrained(JobFilter.all(), SOON))
                .isTrue();
    }

    private List<Map<String, Object>> accepted(String customer) {
        return application
                .getBean(JdbcClient.class)
                .sql("SELECT id, target, type, body FROM accepted WHERE message_key = ? ORDER BY place")
                .param(customer)
                .query()
                .listOfRows();
    }

    @Test
    void an_externalized_event_is_sent_after_the_commit_as_json() {
        OrderPlaced order = order("ada");
        orders().place(order);
        awaitEnd(application);
        assertThat(accepted("ada")).singleElement().satisfies(message -> {
            assertThat(message).containsEntry("target", "orders").containsEntry("type", "OrderPlaced");
            assertThat(message.get("body"))
                    .isEqualTo("{\"orderId\":%d,\"customer\":\"ada\",\"total\":10}".formatted(order.orderId()));
        });
        List<JobDetails> jobs = application
                .getBean(Jobs.class)
                .search(JobFilter.all().type("externalize-event").key("ada"), PageRequest.of(0, 10))
                .getContent();
        assertThat(jobs).singleElement().satisfies(job -> {
            assertThat(job.queue()).isEqualTo("externalization");
            assertThat(job.labels()).containsEntry("target", "orders");
        });
    }

    @Test
    void an_event_of_a_rolled_back_transaction_is_not_sent() {
        application.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            orders().place(order("grace"));
            assertThat(application.getBean(Jobs.class).drained(JobFilter.all().type("externalize-event")))
                    .isFalse();
            status.setRollbackOnly();
        });
        awaitEnd(application);
        assertThat(accepted("grace")).isEmpty();
    }

    @Test
    void events_of_a_key_arrive_in_order_although_the_broker_was_away() {
        application.getBean(Broker.class).failNext(3);
        List<Long> placed = LongStream.range(0, 10)
                .mapToObj(number -> {
                    OrderPlaced order = order("in order");
                    orders().place(order);
                    return order.orderId();
                })
                .toList();
        awaitEnd(application);
        assertThat(accepted("in order"))
                .extracting(message -> String.valueOf(message.get("body")).replaceAll(".*\"orderId\":(\\d+).*", "$1"))
                .containsExactlyElementsOf(placed.stream().map(String::valueOf).toList());
    }

    @Test
    void the_modules_are_verified() {
        ApplicationModules.of(ModulithHost.class).verify();
    }

    @Configuration
    @EnableAutoConfiguration
    static class WithoutTransport {}

    @Configuration
    @EnableAutoConfiguration
    static class WithTwo {

        @Bean
        EventTransport transport() {
            return event -> {};
        }

        /** As the externalizers of Spring Modulith are. */
        @Bean
        ConditionalEventListener second() {
            return event -> true;
        }
    }

    @Test
    void a_start_that_would_lose_or_repeat_events_is_refused() {
        assertThatThrownBy(() -> start(WithoutTransport.class).close())
                .hasStackTraceContaining("There is no bean of type io.baton.modulith.EventTransport");
        assertThatThrownBy(
                        () -> start(ModulithHost.class, "--baton.enabled=false").close())
                .hasStackTraceContaining("io.baton.Jobs");
        assertThatThrownBy(() -> start(WithTwo.class).close())
                .hasStackTraceContaining("\"second\" externalises events too");
        assertThatCode(() -> start(WithoutTransport.class, "--spring.modulith.events.externalization.enabled=false")
                        .close())
                .doesNotThrowAnyException();
    }

    @Test
    void a_property_switches_off_what_code_configures() {
        try (ConfigurableApplicationContext context =
                start(ByCode.class, "--spring.modulith.events.externalization.enabled=false")) {
            assertThat(context.getBeanNamesForType(EventTransport.class)).isNotEmpty();
            assertThat(context.containsBean("batonEventExternalizer")).isFalse();
        }
    }

    /** Selects, maps and routes by code, and has a durable listener of the same event. */
    @Configuration
    @EnableAutoConfiguration
    static class ByCode {

        final List<String> sent = new CopyOnWriteArrayList<>();

        @Bean
        EventExternalizationConfiguration externalization() {
            return EventExternalizationConfiguration.externalizing()
                    .select(event -> event instanceof Renamed)
                    .mapping(Renamed.class, event -> "renamed to " + event.name())
                    .headers(
                            Renamed.class,
                            event -> Map.of("length", event.name().length()))
                    .routeAll(event -> RoutingTarget.forTarget("names").withoutKey())
                    .build();
        }

        @Bean
        EventTransport transport() {
            return event -> sent.add(event.target() + " " + event.key() + " " + event.body() + " " + event.headers());
        }

        @DurableListener
        @JobHandler("note-name")
        void on(Renamed event) {
            sent.add("noted " + event.name());
        }
    }

    record Renamed(String name) {}

    @Test
    void a_configuration_in_code_maps_and_routes_with_a_registry_of_publications_and_without() {
        for (String registry : List.of("--spring.application.name=with-registry", WITHOUT_REGISTRY)) {
            try (ConfigurableApplicationContext context = start(ByCode.class, registry)) {
                context.publishEvent(new Renamed("Lovelace"));
                context.publishEvent(order("not selected"));
                awaitEnd(context);
                assertThat(context.getBean(ByCode.class).sent)
                        .containsExactlyInAnyOrder("names null renamed to Lovelace {length=8}", "noted Lovelace");
            }
        }
        assertThatThrownBy(() -> start(ByCode.class, WITHOUT_REPOSITORY).close())
                .hasStackTraceContaining("EventPublicationRegistry' available");
    }
}
