package io.baton.test.shop;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobFailure;
import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.JobRejectedException;
import io.baton.JobResults;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.RateLimited;
import io.baton.Recurring;
import io.baton.RequiresPermit;
import io.baton.Retry;
import io.baton.Tick;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An application whose handlers record their calls. */
@SpringBootApplication
public class Shop {

    public final List<String> did = new ArrayList<>();
    public boolean broken;
    private final Jobs jobs;
    private final JdbcClient jdbc;
    private final Once once;

    Shop(Jobs jobs, JdbcClient jdbc, Once once) {
        this.jobs = jobs;
        this.jdbc = jdbc;
        this.once = once;
    }

    @JobType(name = "ship", queue = "shipping", priority = 5)
    public record Ship(String article) {}

    @JobType(name = "fragile")
    public record Fragile(String article) {}

    @JobType(name = "doomed")
    public record Doomed(String article) {}

    @JobType(name = "for-ever")
    public record ForEver() {}

    @JobType(name = "weigh", queue = "scales")
    public record Weigh(int number) {}

    @JobType(name = "call-carrier")
    public record CallCarrier(int number) {}

    @JobType(name = "sum-up")
    public record SumUp() {}

    @JobType(name = "label", queue = "labels")
    public record Label(int number) {}

    @JobType(name = "sell")
    public record Sell(String article) {}

    @JobType(name = "greet")
    public record Greet(String name) {}

    @JobType(name = "resume")
    public record Resume() {}

    @JobType(name = "sleep")
    public record Sleep() {}

    @JobHandler
    void ship(Ship ship) {
        did.add("ship " + ship.article() + " in " + Thread.currentThread().getName());
    }

    @JobHandler(maxAttempts = 3)
    @Retry(delay = "10m", jitter = 0)
    void fragile(Fragile fragile, JobContext context) {
        if (broken) {
            throw new IllegalStateException("broke in attempt " + context.attempt());
        }
        did.add("fragile in attempt " + context.attempt());
    }

    @JobHandler
    void doomed(Doomed doomed) {
        throw new JobRejectedException("no " + doomed.article());
    }

    @JobHandler(afterDeath = true)
    void afterDoom(Doomed doomed, JobFailure failure) {
        did.add("after the death of " + failure.type() + " " + doomed.article() + ": "
                + failure.error().lines().findFirst().orElse(""));
    }

    @JobHandler
    void forEver(ForEver forEver) {
        jobs.enqueue(forEver);
    }

    @JobHandler
    @RequiresPermit("scale")
    int weigh(Weigh weigh) {
        did.add("weigh " + weigh.number());
        return weigh.number();
    }

    @JobHandler
    @RateLimited("carrier")
    void call(CallCarrier call) {
        did.add("call " + call.number());
    }

    @JobHandler
    void sumUp(SumUp sumUp, JobResults results) {
        did.add("sum "
                + results.stream(Integer.class).mapToInt(Integer::intValue).sum());
    }

    @JobHandler(batchSize = 10)
    JobOutcomes label(List<Job<Label>> labels) {
        did.add("label " + labels.size());
        JobOutcomes outcomes = JobOutcomes.allCompleted();
        for (int i = 0; i < labels.size(); i++) {
            if (labels.get(i).payload().number() < 0) {
                outcomes.failed(i, new JobRejectedException("negative"));
            }
        }
        return outcomes;
    }

    @JobHandler(transactional = true)
    void sell(Sell sell) {
        jdbc.sql("INSERT INTO sale (article) VALUES (?)").param(sell.article()).update();
        if (broken) {
            throw new IllegalStateException("sold out");
        }
    }

    @JobHandler
    void greet(Greet greet) {
        once.perform("greet:" + greet.name(), key -> did.add("greet " + greet.name()));
    }

    @JobHandler
    @Retry(delay = "1m")
    void resume(Resume resume, JobContext context) {
        int from = context.lastCheckpoint(Integer.class).orElse(0);
        if (from == 0) {
            context.saveCheckpoint(7);
            context.snooze(Duration.ofMinutes(5));
        }
        did.add("resume from " + from);
    }

    @JobHandler(timeout = "100ms", maxAttempts = 1)
    void sleep(Sleep sleep) throws InterruptedException {
        Thread.sleep(60_000);
    }

    @Recurring(name = "stocktaking", cron = "-")
    @JobHandler("take-stock")
    void takeStock() {
        did.add("stock taken");
    }

    @JobHandler("nightly")
    void nightly(Tick tick) {
        did.add("nightly");
    }
}
