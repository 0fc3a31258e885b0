package io.baton.hosts.modulith.broker;

import io.baton.modulith.EventTransport;
import io.baton.modulith.ExternalizedMessage;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Stands for a broker: it keeps what it has accepted in a table, outside of the transactions of jobs. */
@Component
public class Broker implements EventTransport {

    private final JdbcClient jdbc;
    private final Duration pace;
    private final AtomicInteger failures = new AtomicInteger();

    Broker(JdbcClient jdbc, @Value("${host.pace:0ms}") Duration pace) {
        this.jdbc = jdbc;
        this.pace = pace;
    }

    public void failNext(int times) {
        failures.set(times);
    }

    @Override
    public void send(ExternalizedMessage event) {
        if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("the broker is away");
        }
        long place = jdbc.sql("SELECT COUNT(*) FROM accepted WHERE message_key = ?")
                .param(event.key())
                .query(Long.class)
                .single();
        jdbc.sql("INSERT INTO accepted (id, target, message_key, type, body, place) VALUES (?, ?, ?, ?, ?, ?)")
                .params(event.id(), event.target(), event.key(), event.type(), event.body(), place)
                .update();
        LockSupport.parkNanos(pace.toNanos());
    }
}
