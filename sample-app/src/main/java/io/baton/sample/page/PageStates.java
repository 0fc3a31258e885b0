package io.baton.sample.page;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.Semaphores;
import io.baton.sample.FailureText;
import io.baton.sample.Instance;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Component;

/** Reads the state that both pages show. */
@Component
class PageStates {

    private static final int JOBS = 20;
    private static final int RUNNING = 50;

    private final Jobs jobs;
    private final Semaphores semaphores;
    private final Instance instance;

    PageStates(Jobs jobs, Semaphores semaphores, Instance instance) {
        this.jobs = jobs;
        this.semaphores = semaphores;
        this.instance = instance;
    }

    PageState now() {
        return new PageState(
                instance.name(),
                Instant.now(),
                jobs.counts(),
                search(JobFilter.all().state(JobState.CLAIMED), RUNNING),
                search(JobFilter.all(), JOBS),
                permits());
    }

    private List<PageState.Job> search(JobFilter filter, int limit) {
        return jobs.search(filter, PageRequest.of(0, limit)).stream()
                .map(PageStates::shown)
                .toList();
    }

    private static PageState.Job shown(JobDetails job) {
        return new PageState.Job(
                job.id().value(),
                job.type(),
                job.queue(),
                job.state().name(),
                job.attempts(),
                job.labels(),
                job.worker(),
                job.enqueuedAt(),
                job.claimedAt(),
                job.endedAt(),
                FailureText.lines(job.error()));
    }

    private List<PageState.Permits> permits() {
        return Stream.of("notices", "smtp")
                .map(semaphores::inspect)
                .flatMap(Optional::stream)
                .map(found -> new PageState.Permits(found.name(), found.capacity(), found.held(), found.waiting()))
                .toList();
    }
}
