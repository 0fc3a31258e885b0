package io.baton.sample.reports;

import io.baton.JobType;

/** The job that adds up the days of a month, one after the other. */
@JobType(name = MonthlyReport.TYPE, queue = "reports")
record MonthlyReport(String branch) {

    /** The name of the type. */
    static final String TYPE = "monthly-report";
}
