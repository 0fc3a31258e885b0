package io.baton.hosts.integration;

import io.baton.JobRejectedException;
import io.baton.integration.DurableChannel;
import io.baton.integration.DurableChannels;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;

/** Orders go to a channel in memory, and from there to a ledger and to mails, each by a durable channel of its own. */
@Configuration(proxyBeanMethods = false)
@EnableIntegration
class OrderFlows {

    /** The headers with which the ledger received an order, by its id. */
    private final Map<Long, MessageHeaders> received = new ConcurrentHashMap<>();

    private final Effects effects;
    private final Duration pace;

    OrderFlows(Effects effects, @Value("${host.pace:0ms}") Duration pace) {
        this.effects = effects;
        this.pace = pace;
    }

    Map<Long, MessageHeaders> received() {
        return received;
    }

    @Bean
    DirectChannel placed() {
        return new DirectChannel();
    }

    @Bean
    DurableChannel ledger(DurableChannels channels) {
        return channels.channel("ledger", OrderPlaced.class)
                .transactional()
                .sequenceBy("customer")
                .keyBy("order");
    }

    @Bean
    DurableChannel mails(DurableChannels channels) {
        return channels.channel("mails", OrderPlaced.class).queue("mails").maxAttempts(3);
    }

    @Bean
    IntegrationFlow placedOrders(DirectChannel placed, DurableChannel ledger, DurableChannel mails) {
        return IntegrationFlow.from(placed)
                .enrichHeaders(headers -> headers.headerExpression("customer", "payload.customer")
                        .headerExpression("order", "'order:' + payload.orderId"))
                .publishSubscribeChannel(
                        each -> each.subscribe(flow -> flow.channel(ledger)).subscribe(flow -> flow.channel(mails)))
                .get();
    }

    @Bean
    IntegrationFlow ledgerFlow(DurableChannel ledger) {
        return IntegrationFlow.from(ledger)
                .handle(message -> write((OrderPlaced) message.getPayload(), message))
                .get();
    }

    private void write(OrderPlaced order, Message<?> message) {
        effects.add("ledger", order);
        received.put(order.orderId(), message.getHeaders());
        LockSupport.parkNanos(pace.toNanos());
    }

    /** A mail server knows no transaction: a crash after the mail repeats it. */
    @Bean
    IntegrationFlow mailFlow(DurableChannel mails) {
        return IntegrationFlow.from(mails)
                .handle(OrderPlaced.class, (order, headers) -> {
                    mail(order, headers);
                    return null;
                })
                .get();
    }

    private void mail(OrderPlaced order, MessageHeaders headers) {
        Integer attempt = headers.get(DurableChannel.ATTEMPT, Integer.class);
        if (order.customer().equals("late") && attempt != null && attempt < 3) {
            throw new IllegalStateException("451 try again later");
        }
        if (order.customer().equals("unknown")) {
            throw new JobRejectedException("550 no such user");
        }
        effects.add("mail", order);
        LockSupport.parkNanos(pace.toNanos());
    }
}
