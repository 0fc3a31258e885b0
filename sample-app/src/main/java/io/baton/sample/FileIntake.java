package io.baton.sample;

import io.baton.Jobs;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Turns a file into a row and a job, in one transaction: both are there or neither is. */
@Component
class FileIntake {

    private final FileInfos files;
    private final Jobs jobs;

    FileIntake(FileInfos files, Jobs jobs) {
        this.files = files;
        this.jobs = jobs;
    }

    /**
     * Stores the file and the job that will process it.
     *
     * @param source what tells this arrival from any other; a source that is known already changes nothing
     */
    @Transactional
    void receive(@Nullable String name, String source, String content) {
        if (files.existsBySource(source)) {
            return;
        }
        FileInfo file = files.save(new FileInfo(FileName.shown(name), source, content));
        jobs.enqueue(new ProcessFile(file.id()), job -> job.label(ProcessFile.FILE, String.valueOf(file.id())));
    }
}
