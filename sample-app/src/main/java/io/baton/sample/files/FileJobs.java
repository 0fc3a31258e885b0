package io.baton.sample.files;

import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.sample.Instance;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Runs the jobs of files. */
@Component
class FileJobs {

    private final FileContents contents;
    private final Bookings bookings;
    private final EntityManager entities;
    private final Jobs jobs;
    private final Instance instance;
    private final FilesProperties properties;

    FileJobs(
            FileContents contents,
            Bookings bookings,
            EntityManager entities,
            Jobs jobs,
            Instance instance,
            FilesProperties properties) {
        this.contents = contents;
        this.bookings = bookings;
        this.entities = entities;
        this.jobs = jobs;
        this.instance = instance;
        this.properties = properties;
    }

    /**
     * Books a file's amounts, unless that was done on this day: checked under the lock of the file's row, so that a second job sees the first one's booking.
     * The bookings, the file's row, the next job and the completion of this one commit together or not at all.
     */
    @JobHandler(transactional = true)
    void process(ProcessFile job) throws InterruptedException {
        // before the row is locked: other transactions that need the file must not wait for this
        Thread.sleep(properties.pace().toMillis());
        FileInfo file = Objects.requireNonNull(
                entities.find(FileInfo.class, job.fileId(), LockModeType.PESSIMISTIC_WRITE), "The file is gone");
        if (!file.isBookedOn(job.day())) {
            book(file, job);
            jobs.enqueue(new SendNotice(job.fileId()));
        }
    }

    private void book(FileInfo file, ProcessFile job) {
        int rows = bookings.book(job.fileId(), job.day(), contents.open(job.fileId()));
        file.bookedOn(job.day(), rows, instance.name());
    }
}
