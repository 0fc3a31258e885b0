package io.baton.hosts.plainjdbc;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Orders, and their delivery as a job. */
@Repository
class Orders {

    private final JdbcClient jdbc;
    private final Jobs jobs;

    Orders(JdbcClient jdbc, Jobs jobs) {
        this.jdbc = jdbc;
        this.jobs = jobs;
    }

    @JobType(name = "orders.deliver")
    record Deliver(String article) {}

    @Transactional
    public void order(String article) {
        jdbc.sql("INSERT INTO customer_order (article) VALUES (?)")
                .param(article)
                .update();
        jobs.enqueue(new Deliver(article));
    }

    @JobHandler(transactional = true)
    void deliver(Deliver job) {
        jdbc.sql("UPDATE customer_order SET delivered = true WHERE article = ?")
                .param(job.article())
                .update();
    }

    boolean isDelivered(String article) {
        return jdbc.sql("SELECT delivered FROM customer_order WHERE article = ?")
                .param(article)
                .query(Boolean.class)
                .single();
    }
}
