package io.baton.hosts.events;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
class Orders {

    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;

    Orders(JdbcClient jdbc, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    @Transactional
    void place(OrderPlaced order) {
        jdbc.sql("INSERT INTO orders (id, customer, total) VALUES (?, ?, ?)")
                .params(order.orderId(), order.customer(), order.total())
                .update();
        events.publishEvent(order);
    }

    @Transactional
    void placeAndFail(OrderPlaced order) {
        place(order);
        throw new IllegalStateException("out of stock");
    }

    void publishWithoutTransaction(OrderPlaced order) {
        events.publishEvent(order);
    }
}
