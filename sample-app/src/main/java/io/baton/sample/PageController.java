package io.baton.sample;

import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** What the page asks for and what its buttons do. */
@RestController
class PageController {

    private final PageStates states;
    private final FileIntake intake;
    private final DemoFiles demo;
    private final Jobs jobs;

    PageController(PageStates states, FileIntake intake, DemoFiles demo, Jobs jobs) {
        this.states = states;
        this.intake = intake;
        this.demo = demo;
        this.jobs = jobs;
    }

    @GetMapping("/api/state")
    PageState state() {
        return states.now();
    }

    @PostMapping(path = "/files", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    Done upload(@RequestParam("file") List<MultipartFile> files) throws IOException {
        for (MultipartFile file : files) {
            String content = new String(file.getBytes(), StandardCharsets.UTF_8);
            intake.receive(file.getOriginalFilename(), UUID.randomUUID().toString(), content);
        }
        return new Done(files.size());
    }

    @PostMapping("/demo-files")
    Done makeDemoFiles() throws IOException {
        return new Done(demo.make());
    }

    @PostMapping("/revive")
    Done revive() {
        return new Done(jobs.reviveAll(JobFilter.all().queue(ProcessFile.QUEUE).state(JobState.DEAD)));
    }

    @PostMapping("/jobs/{id}/revive")
    Done revive(@PathVariable JobId id) {
        return new Done(jobs.revive(id) ? 1 : 0);
    }

    @PostMapping("/jobs/{id}/cancel")
    Done cancel(@PathVariable JobId id) {
        return new Done(jobs.cancel(id) ? 1 : 0);
    }

    /**
     * The answer to a button.
     *
     * @param count how many files or jobs it concerned
     */
    record Done(long count) {}
}
