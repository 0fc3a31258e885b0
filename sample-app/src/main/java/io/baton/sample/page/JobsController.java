package io.baton.sample.page;

import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.sample.Done;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The requests of both pages about jobs: their state, and the actions of the buttons. */
@RestController
class JobsController {

    private final PageStates states;
    private final Jobs jobs;

    JobsController(PageStates states, Jobs jobs) {
        this.states = states;
        this.jobs = jobs;
    }

    @GetMapping("/api/state")
    PageState state() {
        return states.now();
    }

    @PostMapping("/revive")
    Done revive(@RequestParam(defaultValue = "files") String queue) {
        return new Done(jobs.reviveAll(JobFilter.all().queue(queue).state(JobState.DEAD)));
    }

    @PostMapping("/jobs/{id}/revive")
    Done revive(@PathVariable JobId id) {
        return new Done(jobs.revive(id) ? 1 : 0);
    }

    @PostMapping("/jobs/{id}/cancel")
    Done cancel(@PathVariable JobId id) {
        return new Done(jobs.cancel(id) ? 1 : 0);
    }
}
