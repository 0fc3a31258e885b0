package io.baton.hosts.invoices;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.Recurring;
import io.baton.RequiresPermit;
import io.baton.Retry;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** The background jobs of invoices. */
@Component
class InvoiceJobs {

    private final Invoices invoices;
    private final MailServer mails;
    private final Jobs jobs;

    InvoiceJobs(Invoices invoices, MailServer mails, Jobs jobs) {
        this.invoices = invoices;
        this.mails = mails;
        this.jobs = jobs;
    }

    @JobHandler(maxAttempts = 3)
    @Retry(delay = "5m", jitter = 0)
    @RequiresPermit("mail-server")
    void send(SendInvoice job, JobContext context) {
        mails.send(invoices.email(job.invoice()), "Invoice " + job.invoice() + ", attempt " + context.attempt());
    }

    /** Every fortnight, until it is paid. */
    @JobHandler(transactional = true)
    void remind(Remind job) {
        if (!invoices.isPaid(job.invoice())) {
            invoices.reminded(job.invoice());
            jobs.enqueue(job, again -> again.delay(Duration.ofDays(14)));
        }
    }

    @JobHandler("report")
    @Recurring(cron = "0 0 6 * * MON", zone = "Europe/Berlin")
    void report() {
        mails.send("boss@example.com", "Report");
    }
}
