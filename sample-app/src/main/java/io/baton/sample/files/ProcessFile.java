package io.baton.sample.files;

import io.baton.JobType;
import java.time.LocalDate;

/**
 * The job that books a file's amounts on a business day.
 *
 * @param fileId the file's id in {@code file_info}
 */
@JobType(name = "process-file", queue = ProcessFile.QUEUE)
record ProcessFile(long fileId, LocalDate day) {

    /** The queue of these jobs. */
    static final String QUEUE = "files";

    /** The label with the file's id. */
    static final String FILE = "file";
}
