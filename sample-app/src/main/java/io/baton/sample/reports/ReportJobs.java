package io.baton.sample.reports;

import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.sample.Instance;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.SingleColumnRowMapper;
import org.springframework.stereotype.Component;

/** Runs the jobs of reports. */
@Component
class ReportJobs {

    /** One day in each portion. */
    private static final Chunks<Integer> DAYS = Chunks.of(
                    "SELECT day_of_month FROM report_day WHERE job_id = ?", "day_of_month", 1)
            .mappedBy(new SingleColumnRowMapper<>(Integer.class));

    private final ReportDays days;
    private final Instance instance;
    private final Duration pace;

    ReportJobs(ReportDays days, Instance instance, @Value("${sample.report-pace}") Duration pace) {
        this.days = days;
        this.instance = instance;
        this.pace = pace;
    }

    /** Adds up day by day. A day and the position in the month commit together, so another instance goes on at the next day and repeats none. */
    @JobHandler
    void report(MonthlyReport report, JobContext context) {
        long job = context.id().value();
        context.inChunks(DAYS.with(job), portion -> portion.forEach(day -> addUp(job, day)));
    }

    private void addUp(long job, int day) {
        try {
            Thread.sleep(pace.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("The instance stops");
        }
        days.addedUp(job, day, instance.name());
    }
}
