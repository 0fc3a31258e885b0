package io.baton.sample;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Component;

/** Puts together what the page shows. */
@Component
class PageStates {

    private static final int FILES = 50;
    private static final int JOBS = 20;
    private static final int USERS = 100;
    private static final JobFilter FILE_JOBS = JobFilter.all().queue(ProcessFile.QUEUE);

    private final FileInfos files;
    private final UserTotals totals;
    private final Jobs jobs;
    private final Instance instance;

    PageStates(FileInfos files, UserTotals totals, Jobs jobs, Instance instance) {
        this.files = files;
        this.totals = totals;
        this.jobs = jobs;
        this.instance = instance;
    }

    PageState now() {
        List<PageState.Worker> workers = workers();
        long completed = workers.stream().mapToLong(PageState.Worker::processed).sum();
        return new PageState(instance.name(), files(), jobs.counts(), completed, workers, jobs(), totals());
    }

    private List<PageState.File> files() {
        Map<String, JobDetails> dead = deadByFile();
        return files.findByOrderByIdDesc(Limit.of(FILES)).stream()
                .map(line -> file(line, dead.get(String.valueOf(line.id()))))
                .toList();
    }

    /** A file that failed is not marked as such, since its transaction is rolled back: its dead job tells. */
    private Map<String, JobDetails> deadByFile() {
        return search(FILE_JOBS.state(JobState.DEAD), FILES).stream()
                .filter(job -> job.labels().containsKey(ProcessFile.FILE))
                .collect(Collectors.toMap(
                        job -> job.labels().get(ProcessFile.FILE), Function.identity(), (newer, older) -> newer));
    }

    private static PageState.File file(FileInfos.Line line, @Nullable JobDetails dead) {
        return new PageState.File(
                line.id(),
                line.name(),
                dead == null ? line.status().name() : "FAILED",
                line.rowCount(),
                line.processedBy(),
                line.receivedAt(),
                dead == null ? null : reason(dead));
    }

    /** From what is known of the work: who has none and never had any is not told. */
    private List<PageState.Worker> workers() {
        Map<String, Long> running = search(FILE_JOBS.state(JobState.CLAIMED), FILES).stream()
                .filter(job -> job.worker() != null)
                .collect(Collectors.groupingBy(job -> String.valueOf(job.worker()), Collectors.counting()));
        Map<String, Long> processed = files.processedByWorker().stream()
                .collect(Collectors.toMap(FileInfos.Processed::worker, FileInfos.Processed::count));
        return Stream.of(running.keySet(), processed.keySet())
                .flatMap(Set::stream)
                .distinct()
                .sorted()
                .map(name ->
                        new PageState.Worker(name, running.getOrDefault(name, 0L), processed.getOrDefault(name, 0L)))
                .toList();
    }

    private List<PageState.Job> jobs() {
        return search(JobFilter.all(), JOBS).stream()
                .map(job -> new PageState.Job(
                        job.id().value(),
                        job.type(),
                        job.queue(),
                        job.state().name(),
                        job.attempts(),
                        job.labels().get(ProcessFile.FILE),
                        job.worker(),
                        job.enqueuedAt(),
                        job.claimedAt(),
                        job.endedAt(),
                        reason(job)))
                .toList();
    }

    private List<PageState.Total> totals() {
        return totals.findByOrderByUserName(Limit.of(USERS)).stream()
                .map(total -> new PageState.Total(total.userName(), total.total()))
                .toList();
    }

    private List<JobDetails> search(JobFilter filter, int limit) {
        return jobs.search(filter, PageRequest.of(0, limit)).getContent();
    }

    /** The message of the last failure, without its class and stack. */
    private static @Nullable String reason(JobDetails job) {
        return Optional.ofNullable(job.error())
                .flatMap(error -> error.lines().findFirst())
                .map(line -> line.replaceFirst("^[\\w.$]+: ", ""))
                .orElse(null);
    }
}
