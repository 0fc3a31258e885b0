package io.baton.sample.reports;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.Jobs;
import io.baton.sample.Done;
import io.baton.sample.Instance;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.PageRequest;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** The requests of the page about reports: their state, and the start of one for each branch. */
@RestController
class ReportsController {

    private static final List<String> BRANCHES =
            List.of("Bondi", "Chatswood", "Hornsby", "Manly", "Newtown", "Parramatta");
    private static final String BRANCH = "branch";

    private final Jobs jobs;
    private final ReportDays days;
    private final Instance instance;

    ReportsController(Jobs jobs, ReportDays days, Instance instance) {
        this.jobs = jobs;
        this.days = days;
        this.instance = instance;
    }

    @GetMapping("/api/reports")
    State state() {
        PageRequest newest = PageRequest.of(0, BRANCHES.size());
        return new State(
                instance.name(),
                jobs.search(JobFilter.all().type(MonthlyReport.TYPE), newest).stream()
                        .map(this::shown)
                        .toList());
    }

    private Report shown(JobDetails job) {
        return new Report(
                job.id().value(),
                job.labels().getOrDefault(BRANCH, ""),
                job.state().name(),
                job.worker(),
                days.of(job.id().value()));
    }

    /** The jobs and their days: all are there, or none. */
    @Transactional
    @PostMapping("/reports")
    Done start() {
        for (String branch : BRANCHES) {
            days.open(jobs.enqueue(new MonthlyReport(branch), options -> options.label(BRANCH, branch))
                    .id()
                    .value());
        }
        return new Done(BRANCHES.size());
    }

    /** The instance that responds, and the newest reports. */
    record State(String instance, List<Report> reports) {}

    /** A report: its job, the worker that holds it or held it last, and its days. */
    record Report(
            long job, String branch, String state, @Nullable String worker, List<ReportDays.Day> days) {}
}
