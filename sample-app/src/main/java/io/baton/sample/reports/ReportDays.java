package io.baton.sample.reports;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The days of reports, with the instance that added each up. */
@Component
class ReportDays {

    private static final int DAYS = 30;

    private final JdbcClient jdbc;

    ReportDays(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void open(long job) {
        IntStream.rangeClosed(1, DAYS)
                .forEach(day -> jdbc.sql("insert into report_day (job_id, day_of_month, runs) values (?, ?, 0)")
                        .params(job, day)
                        .update());
    }

    void addedUp(long job, int day, String instance) {
        jdbc.sql("update report_day set runs = runs + 1, added_by = ? where job_id = ? and day_of_month = ?")
                .params(instance, job, day)
                .update();
    }

    /** Returns the days of a job, in their order. */
    List<Day> of(long job) {
        return jdbc.sql("select runs, added_by from report_day where job_id = ? order by day_of_month")
                .param(job)
                .query(Day.class)
                .list();
    }

    /**
     * A day of a report.
     *
     * @param runs how often it was added up; never more than once
     * @param addedBy the instance that did it
     */
    record Day(int runs, @Nullable String addedBy) {}
}
