package io.baton.sample.files;

import io.baton.RecurringJobs;
import io.baton.sample.Done;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** The requests of the page about files: their state, and the actions of the buttons. */
@RestController
class FilesController {

    private final FilesStates states;
    private final FileIntake intake;
    private final RecurringJobs recurring;

    FilesController(FilesStates states, FileIntake intake, RecurringJobs recurring) {
        this.states = states;
        this.intake = intake;
        this.recurring = recurring;
    }

    @GetMapping("/api/files")
    FilesState state() {
        return states.now();
    }

    /** Receives all files or none, so that a repeated upload after an error books none twice. */
    @Transactional(rollbackFor = IOException.class)
    @PostMapping(path = "/files", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    Done upload(@RequestParam("file") List<MultipartFile> files) throws IOException {
        for (MultipartFile file : files) {
            intake.receive(file.getOriginalFilename(), UUID.randomUUID().toString(), file);
        }
        return new Done(files.size());
    }

    @PostMapping("/files/run-now")
    Done runNow() {
        return new Done(recurring.trigger(NightlyFiles.NAME).isCreated() ? 1 : 0);
    }
}
