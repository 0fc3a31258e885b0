package io.baton.hosts.invoices;

import io.baton.Jobs;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Writes invoices, and enqueues the jobs that send them. */
@Service
class Invoices {

    private final JdbcClient jdbc;
    private final Jobs jobs;

    Invoices(JdbcClient jdbc, Jobs jobs) {
        this.jdbc = jdbc;
        this.jobs = jobs;
    }

    @Transactional
    public void write(long id, String email) {
        jdbc.sql("INSERT INTO invoice (id, email) VALUES (?, ?)")
                .params(id, email)
                .update();
        jobs.enqueue(new SendInvoice(id));
        jobs.enqueue(new Remind(id), job -> job.delay(Duration.ofDays(14)).unique("remind:" + id));
    }

    void pay(long id) {
        jdbc.sql("UPDATE invoice SET paid = true WHERE id = ?").param(id).update();
    }

    boolean isPaid(long id) {
        return jdbc.sql("SELECT paid FROM invoice WHERE id = ?")
                .param(id)
                .query(Boolean.class)
                .single();
    }

    String email(long id) {
        return jdbc.sql("SELECT email FROM invoice WHERE id = ?")
                .param(id)
                .query(String.class)
                .single();
    }

    int reminders(long id) {
        return jdbc.sql("SELECT reminders FROM invoice WHERE id = ?")
                .param(id)
                .query(Integer.class)
                .single();
    }

    void reminded(long id) {
        jdbc.sql("UPDATE invoice SET reminders = reminders + 1 WHERE id = ?")
                .param(id)
                .update();
    }
}
