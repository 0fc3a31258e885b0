package io.baton.hosts.dashboard;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.JobType;
import io.baton.RateLimited;
import io.baton.Recurring;
import io.baton.RequiresPermit;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** Jobs of each kind: quick ones, one that takes long, ones that fail, limited ones, recurring ones. */
@Component
public class ShopJobs {

    private final CountDownLatch closing = new CountDownLatch(1);

    @JobType(name = "newsletter", queue = "newsletters")
    record Newsletter(int customer) {}

    @JobType(name = "resize-image", queue = "images")
    record ResizeImage(String name) {}

    @JobType(name = "yearly-report", queue = "reports")
    record YearlyReport(int year) {}

    @JobType(name = "charge-card", queue = "payments")
    record Charge(String card) {}

    @JobType(name = "print-label", queue = "labels")
    record PrintLabel(long parcel) {}

    @JobType(name = "order-mail", queue = "mails")
    record OrderMail(int order, String to) {}

    @JobType(name = "send-invoice", queue = "invoices")
    record SendInvoice(int order, String euros) {}

    @JobType(name = "import-stock", queue = "imports")
    record ImportStock(String supplier) {}

    @JobType(name = "return-goods", queue = "returns")
    record ReturnGoods(int order) {}

    @JobHandler
    void send(Newsletter newsletter) {}

    @JobHandler
    void take(ReturnGoods goods, JobContext job) {
        job.step("label", String.class).call(key -> "parcel " + goods.order());
        job.sleep("cool-off", Duration.ofDays(3));
        job.await("approved", String.class, Duration.ofDays(7));
    }

    @JobHandler
    void resize(ResizeImage image) {}

    @JobHandler
    void report(YearlyReport report, JobContext job) throws InterruptedException {
        job.progress(0.4, "months are added up");
        closing.await(10, TimeUnit.MINUTES);
    }

    @JobHandler
    void charge(Charge charge) {
        throw new JobRejectedException("Card " + charge.card() + " was refused: it has expired");
    }

    @JobHandler
    @RequiresPermit("printer")
    @RateLimited("labels")
    void print(PrintLabel label, JobContext job) throws InterruptedException {
        closing.await(10, TimeUnit.MINUTES);
    }

    @JobHandler
    @RequiresPermit("smtp")
    void confirm(OrderMail mail) {}

    @JobHandler
    @RequiresPermit("payment-provider")
    void send(SendInvoice invoice) {
        if (invoice.order() % 50 == 0) {
            throw new IllegalStateException("The payment provider responds with 503 Service Unavailable");
        }
    }

    @JobHandler
    void take(ImportStock stock, JobContext job) throws InterruptedException {
        job.progress(0.7, "1,240 of 1,772 articles");
        closing.await(10, TimeUnit.MINUTES);
    }

    @Recurring(cron = "0 0 3 * * *", zone = "Europe/Berlin", name = "nightly-settlement")
    @JobHandler("nightly-settlement")
    void settle(JobContext job) {}

    @Recurring(cron = "0 30 5 * * MON-FRI", zone = "Europe/Berlin", name = "stock-import")
    @JobHandler("stock-import")
    void orderStock(JobContext job) {}
}
