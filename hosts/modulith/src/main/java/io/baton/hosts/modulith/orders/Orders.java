package io.baton.hosts.modulith.orders;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
public class Orders {

    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;

    Orders(JdbcClient jdbc, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    @Transactional
    public void place(OrderPlaced order) {
        jdbc.sql("INSERT INTO orders (id, customer, total) VALUES (?, ?, ?)")
                .params(order.orderId(), order.customer(), order.total())
                .update();
        events.publishEvent(order);
        events.publishEvent(new OrderNoted(order.orderId()));
    }
}
