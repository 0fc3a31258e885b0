package io.baton.hosts.plainspring;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RequiresPermit;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/** Orders of loaves, which are baked as jobs, one at a time, and delivered together. */
public class Bakery {

    private final JdbcClient jdbc;
    private final Jobs jobs;
    private final Batches batches;

    public Bakery(DataSource dataSource, Jobs jobs, Batches batches) {
        this.jdbc = JdbcClient.create(dataSource);
        this.jobs = jobs;
        this.batches = batches;
    }

    /** Bakes one loaf. */
    @JobType(name = "bakery.bake")
    public record Bake(String loaf) {}

    /** Delivers the loaves of an order. */
    @JobType(name = "bakery.deliver")
    public record Deliver(String customer) {}

    /** Orders one loaf. */
    @Transactional
    public void order(String loaf, boolean canPay) {
        jobs.enqueue(new Bake(loaf));
        if (!canPay) {
            throw new IllegalStateException("The customer cannot pay");
        }
    }

    /** Orders several loaves. */
    @Transactional
    public void order(String customer, List<String> loaves) {
        Batch batch = batches.open();
        batch.addJobs(loaves.stream().map(Bake::new));
        batch.onComplete(new Deliver(customer));
        batch.seal();
    }

    @JobHandler(transactional = true)
    @RequiresPermit("oven")
    public void bake(Bake job) {
        write("baked", job.loaf());
    }

    @JobHandler(transactional = true)
    public void deliver(Deliver job) {
        write("delivered", job.customer());
    }

    private void write(String what, String name) {
        jdbc.sql("INSERT INTO ledger (what, name) VALUES (?, ?)")
                .params(what, name)
                .update();
    }

    /** Returns the names of what was baked or delivered. */
    public List<String> ledger(String what) {
        return jdbc.sql("SELECT name FROM ledger WHERE what = ? ORDER BY name")
                .param(what)
                .query(String.class)
                .list();
    }
}
