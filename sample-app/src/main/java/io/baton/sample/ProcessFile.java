package io.baton.sample;

/**
 * The job to add a file's rows to the totals.
 *
 * @param fileId the file's id in {@code file_info}
 */
record ProcessFile(long fileId) {

    /** The queue of these jobs. */
    static final String QUEUE = "files";

    /** The label that tells the file. */
    static final String FILE = "file";
}
