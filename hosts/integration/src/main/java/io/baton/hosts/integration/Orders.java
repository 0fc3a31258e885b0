package io.baton.hosts.integration;

import java.util.Map;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.support.MessageBuilder;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class Orders {

    private final JdbcClient jdbc;
    private final DirectChannel placed;

    Orders(JdbcClient jdbc, DirectChannel placed) {
        this.jdbc = jdbc;
        this.placed = placed;
    }

    @Transactional
    void place(OrderPlaced order) {
        place(order, Map.of());
    }

    @Transactional
    void place(OrderPlaced order, Map<String, ?> headers) {
        jdbc.sql("INSERT INTO orders (id, customer, total) VALUES (?, ?, ?)")
                .params(order.orderId(), order.customer(), order.total())
                .update();
        placed.send(MessageBuilder.withPayload(order).copyHeaders(headers).build());
    }
}
