package io.baton.hosts.events;

import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What the listeners have done, each with its place among those of the same listener and customer. */
@Repository
class Effects {

    private final JdbcClient jdbc;

    Effects(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void add(String listener, OrderPlaced order) {
        long place = jdbc.sql("SELECT COUNT(*) FROM effects WHERE listener = ? AND customer = ?")
                .params(listener, order.customer())
                .query(Long.class)
                .single();
        jdbc.sql("INSERT INTO effects (listener, customer, order_id, place) VALUES (?, ?, ?, ?)")
                .params(listener, order.customer(), order.orderId(), place)
                .update();
    }

    /** Returns the orders for which a listener has run, in the order of the runs. */
    List<Long> orders(String listener, String customer) {
        return jdbc.sql("SELECT order_id FROM effects WHERE listener = ? AND customer = ? ORDER BY place")
                .params(listener, customer)
                .query(Long.class)
                .list();
    }
}
