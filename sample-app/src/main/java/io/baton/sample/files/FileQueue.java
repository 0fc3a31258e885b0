package io.baton.sample.files;

import io.baton.JobOptions;
import io.baton.Jobs;
import java.time.LocalDate;
import java.util.Collection;
import org.springframework.stereotype.Component;

/** Enqueues the jobs of files: one for each file and business day, whichever instance enqueues it and however often. */
@Component
class FileQueue {

    private final Jobs jobs;

    FileQueue(Jobs jobs) {
        this.jobs = jobs;
    }

    void add(long file, LocalDate day) {
        ProcessFile job = new ProcessFile(file, day);
        jobs.enqueue(job, options -> once(job, options));
    }

    /** Returns how many had no job yet. */
    long add(Collection<Long> files, LocalDate day) {
        return jobs.enqueueAll(
                files.stream().map(file -> new ProcessFile(file, day)).toList(), FileQueue::once);
    }

    private static void once(ProcessFile job, JobOptions options) {
        options.uniqueOn("file:" + job.fileId(), job.day()).label(ProcessFile.FILE, String.valueOf(job.fileId()));
    }
}
