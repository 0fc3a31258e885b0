package io.baton.hosts.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.InvalidPayloadException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.integration.DurableChannel;
import io.baton.integration.DurableChannels;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.integration.channel.NullChannel;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageDeliveryException;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.transaction.support.TransactionTemplate;

@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DurableChannelTests implements TestsOnDatabase {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final AtomicLong IDS = new AtomicLong();

    @SuppressWarnings("NullAway.Init")
    private DatabaseAccess database;

    @SuppressWarnings("NullAway.Init")
    private ConfigurableApplicationContext application;

    @Override
    public void open(TestDatabase kind) {
        database = kind.freshAccess();
        application = new SpringApplicationBuilder(IntegrationHost.class)
                .run(arguments("--server.port=0", "--baton.retry.delay=50ms"));
    }

    private String[] arguments(String... own) {
        return Stream.concat(
                        Stream.of(own),
                        Stream.of(
                                "--spring.datasource.url=" + database.url(),
                                "--spring.datasource.username=" + database.user(),
                                "--spring.datasource.password=" + database.password()))
                .toArray(String[]::new);
    }

    @Override
    public void close() {
        application.close();
    }

    private Orders orders() {
        return application.getBean(Orders.class);
    }

    private Jobs jobs() {
        return application.getBean(Jobs.class);
    }

    private DurableChannel channel(String name) {
        return application.getBean(name, DurableChannel.class);
    }

    private List<Long> done(String channel, String customer) {
        return application.getBean(Effects.class).orders(channel, customer);
    }

    private static OrderPlaced order(String customer) {
        return new OrderPlaced(IDS.incrementAndGet(), customer, 100);
    }

    private void awaitEnd() {
        assertThat(jobs().awaitDrained(JobFilter.all(), SOON)).isTrue();
    }

    private static Message<OrderPlaced> message(OrderPlaced order, String header, Object value) {
        return MessageBuilder.withPayload(order)
                .setHeader("customer", order.customer())
                .setHeader("order", "order:" + order.orderId())
                .setHeader(header, value)
                .build();
    }

    @Test
    void a_message_is_handed_over_after_the_commit_to_each_channel() {
        OrderPlaced order = order("ada");
        orders().place(order);
        awaitEnd();
        assertThat(done("ledger", "ada")).containsExactly(order.orderId());
        assertThat(done("mail", "ada")).containsExactly(order.orderId());
    }

    @Test
    void nothing_is_handed_over_before_the_commit_or_after_a_rollback() {
        application.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            orders().place(order("grace"));
            assertThat(jobs().drained(JobFilter.all().label("channel", "ledger")))
                    .isFalse();
            assertThat(done("ledger", "grace")).isEmpty();
            status.setRollbackOnly();
        });
        awaitEnd();
        assertThat(done("ledger", "grace")).isEmpty();
        assertThat(done("mail", "grace")).isEmpty();
    }

    @Test
    void id_timestamp_and_headers_of_plain_kinds_are_kept() {
        OrderPlaced order = order("headers");
        UUID uuid = UUID.randomUUID();
        Map<String, Object> given = Map.of(
                "text",
                "a\"b\nc",
                "flag",
                true,
                "int",
                7,
                "long",
                8L,
                "double",
                0.1,
                "decimal",
                new BigDecimal("1.10"),
                "uuid",
                uuid,
                "instant",
                Instant.parse("2026-12-01T00:00:00.123456789Z"));
        Message<OrderPlaced> sent = MessageBuilder.fromMessage(message(order, "customer", "headers"))
                .copyHeaders(given)
                .build();
        channel("ledger").send(sent);
        awaitEnd();
        MessageHeaders received =
                application.getBean(OrderFlows.class).received().get(order.orderId());
        assertThat(received).containsAllEntriesOf(sent.getHeaders()).containsEntry(DurableChannel.ATTEMPT, 1);
        JobDetails job = jobOf(JobFilter.all().key("order:" + order.orderId()));
        assertThat(received).containsEntry(DurableChannel.JOB_ID, job.id().value());
    }

    private JobDetails jobOf(JobFilter filter) {
        return jobs().search(filter, PageRequest.of(0, 1)).getContent().get(0);
    }

    @Test
    void a_subscriber_that_fails_is_tried_again_and_the_other_channel_is_not() {
        OrderPlaced order = order("late");
        orders().place(order);
        awaitEnd();
        assertThat(done("mail", "late")).containsExactly(order.orderId());
        assertThat(done("ledger", "late")).containsExactly(order.orderId());
    }

    @Test
    void a_rejected_message_is_dead_and_its_error_has_no_payload() {
        OrderPlaced order = order("unknown");
        orders().place(order);
        awaitEnd();
        JobFilter dead = JobFilter.all().label("channel", "mails").state(JobState.DEAD);
        JobDetails job = jobs().find(jobOf(dead).id()).orElseThrow();
        assertThat(job.attempts()).isOne();
        assertThat(job.error()).contains("550 no such user").doesNotContain("failedMessage");
        assertThat(jobs().cancelAll(dead)).isOne();
    }

    @Test
    void messages_with_one_value_of_the_header_are_in_order() {
        List<Long> placed = new ArrayList<>();
        IntStream.range(0, 30).forEach(number -> {
            OrderPlaced order = order("in order");
            orders().place(order);
            placed.add(order.orderId());
        });
        awaitEnd();
        assertThat(done("ledger", "in order")).containsExactlyElementsOf(placed);
    }

    @Test
    void headers_that_cannot_be_stored_are_refused_by_name_and_roll_back() {
        OrderPlaced order = order("refused");
        assertThatThrownBy(() -> orders().place(order, Map.of("replyChannel", new NullChannel())))
                .hasStackTraceContaining("\"replyChannel\", which is a " + NullChannel.class.getName())
                .hasStackTraceContaining("headerChannelsToString");
        assertThatThrownBy(() -> orders().place(order, Map.of("things", List.of(1))))
                .hasStackTraceContaining("cannot store the header \"things\"")
                .hasStackTraceContaining(".headerFilter(\"things\")");
        awaitEnd();
        assertThat(application
                        .getBean(JdbcClient.class)
                        .sql("SELECT COUNT(*) FROM orders WHERE customer = 'refused'")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void a_message_without_the_header_of_its_sequence_is_refused() {
        assertThatThrownBy(() -> channel("ledger").send(new GenericMessage<>(order("none"))))
                .hasStackTraceContaining("lacks the header \"customer\"");
    }

    @Test
    void payloads_of_other_classes_are_refused() {
        assertThatThrownBy(() -> channel("mails").send(new GenericMessage<>("text")))
                .isInstanceOf(MessageDeliveryException.class)
                .hasMessageContaining("OrderPlaced");
        DurableChannel numbers =
                application.getBean(DurableChannels.class).channel("super" + IDS.incrementAndGet(), Discount.class);
        assertThatThrownBy(() -> numbers.send(new GenericMessage<>(new SpecialDiscount())))
                .hasCauseInstanceOf(InvalidPayloadException.class)
                .hasStackTraceContaining("would lose what a " + SpecialDiscount.class.getName() + " adds");
    }

    static class Discount {}

    static class SpecialDiscount extends Discount {}

    @Test
    void a_second_subscriber_or_channel_of_a_name_is_refused() {
        DurableChannels channels = application.getBean(DurableChannels.class);
        assertThatThrownBy(() -> channel("mails").subscribe(message -> {}))
                .hasMessageContaining("\"mails\" has a subscriber");
        assertThatThrownBy(() -> channels.channel("mails", String.class))
                .hasMessageContaining("two durable channels with the name \"mails\"");
        assertThatThrownBy(() -> channels.channel(" ", String.class)).hasMessageContaining("1 to 100 characters");
        assertThatThrownBy(() -> channels.channel("objects", Object.class))
                .hasMessageContaining("class of its payloads");
    }

    @Test
    void without_a_subscriber_a_message_waits_and_uses_no_attempt() {
        DurableChannel channel =
                application.getBean(DurableChannels.class).channel("later" + IDS.incrementAndGet(), String.class);
        channel.maxAttempts(1).send(new GenericMessage<>("a text"));
        JobFilter own = JobFilter.all().type("integration-message").state(JobState.SCHEDULED);
        await().atMost(SOON)
                .until(() -> jobs().search(own, PageRequest.of(0, 1)).hasContent());
        List<Object> received = new ArrayList<>();
        channel.subscribe(message -> received.add(message.getPayload()));
        awaitEnd();
        assertThat(received).containsExactly("a text");
    }

    @EnableAutoConfiguration
    static class Stranger {}

    @Test
    void a_message_of_a_channel_that_nobody_declared_is_dead_with_its_name() {
        try (ConfigurableApplicationContext stranger = new SpringApplicationBuilder(Stranger.class)
                .web(WebApplicationType.NONE)
                .run(arguments("--baton.worker.enabled=false"))) {
            stranger.getBean(DurableChannels.class)
                    .channel("stranger", String.class)
                    .maxAttempts(1)
                    .send(new GenericMessage<>("a text"));
        }
        awaitEnd();
        JobFilter dead = JobFilter.all().label("channel", "stranger").state(JobState.DEAD);
        assertThat(jobs().find(jobOf(dead).id()).orElseThrow().error()).contains("no durable channel");
        assertThat(jobs().cancelAll(dead)).isOne();
    }
}
