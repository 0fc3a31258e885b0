package io.baton.hosts.dashboard;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.Recurring;
import io.baton.RequiresPermit;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Jobs of each kind: quick ones, one that takes long, one that fails, limited ones, recurring ones. */
@Component
public class ShopJobs {

    static final String SCRIPT = "<script>alert('no')</script>";

    private final CountDownLatch closing = new CountDownLatch(1);

    @JobType(name = "newsletter", queue = "newsletters")
    record Newsletter(int customer) {}

    @JobType(name = "resize-image", queue = "images")
    record ResizeImage(String name) {}

    @JobType(name = "yearly-report", queue = "reports")
    record YearlyReport(int year) {}

    @JobType(name = "debit <b>card</b>", queue = "<script>alert('no')</script>")
    record Charge(String card) {}

    @JobType(name = "print-label", queue = "labels")
    record PrintLabel(long parcel) {}

    @JobHandler
    void send(Newsletter newsletter) {}

    @JobHandler
    void resize(ResizeImage image) {}

    @JobHandler
    void report(YearlyReport report, JobContext job) throws InterruptedException {
        job.progress(0.4, "months are added up");
        closing.await(10, TimeUnit.MINUTES);
    }

    @JobHandler
    void charge(Charge charge) {
        throw new JobRejectedException("Card " + charge.card() + " was refused " + SCRIPT);
    }

    @JobHandler
    @RequiresPermit("printer")
    @RateLimited("labels")
    void print(PrintLabel label, JobContext job) throws InterruptedException {
        closing.await(10, TimeUnit.MINUTES);
    }

    @Recurring(cron = "0 0 3 * * *", zone = "Europe/Berlin", name = "nightly-settlement")
    @JobHandler("nightly-settlement")
    void settle(JobContext job) {}
}
