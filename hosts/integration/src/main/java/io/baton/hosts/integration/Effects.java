package io.baton.hosts.integration;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What the subscribers have done, each with its place among those of the same channel and customer. */
@Repository
class Effects {

    private final JdbcClient jdbc;

    Effects(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(String channel, OrderPlaced order) {
        long place = jdbc.sql("SELECT COUNT(*) FROM effects WHERE channel = ? AND customer = ?")
                .params(channel, order.customer())
                .query(Long.class)
                .single();
        jdbc.sql("INSERT INTO effects (channel, customer, order_id, place) VALUES (?, ?, ?, ?)")
                .params(channel, order.customer(), order.orderId(), place)
                .update();
    }

    /** Returns the orders for which a subscriber has run, in the order of the runs. */
    List<Long> orders(String channel, String customer) {
        return jdbc.sql("SELECT order_id FROM effects WHERE channel = ? AND customer = ? ORDER BY place")
                .params(channel, customer)
                .query(Long.class)
                .list();
    }
}
