package io.baton.sample;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.Jobs;
import org.springframework.stereotype.Component;

/** Runs the jobs of files. */
@Component
class FileJobs {

    private final FileInfos files;
    private final Totals totals;
    private final Instance instance;
    private final SampleProperties properties;
    private final Jobs jobs;

    FileJobs(FileInfos files, Totals totals, Instance instance, SampleProperties properties, Jobs jobs) {
        this.files = files;
        this.totals = totals;
        this.instance = instance;
        this.properties = properties;
        this.jobs = jobs;
    }

    /** Adds a file's rows to the totals: they, the file's new status, the next job and the completion of this one commit together or not at all. */
    @JobHandler(value = "process-file", queue = ProcessFile.QUEUE, transactional = true)
    void process(ProcessFile job, JobContext context) throws InterruptedException {
        FileInfo file = files.findById(job.fileId())
                .orElseThrow(() -> new JobRejectedException("file " + job.fileId() + " is gone"));
        CsvFile csv = CsvFile.parse(file.content());
        context.progress(0.5, csv.rows() + " rows read");
        // before the first row lock: whoever else needs these users must not wait for it
        Thread.sleep(properties.pace().toMillis());
        csv.amounts().forEach(totals::add);
        file.processed(csv.rows(), instance.name());
        jobs.enqueue(new SendNotice(job.fileId()));
    }
}
