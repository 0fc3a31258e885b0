package io.baton;

/**
 * Ends a run whose job is to wait, see {@link JobContext#sleep} and {@link JobContext#await}. It is no exception, so that it is not taken for a failure;
 * what repeats or counts every {@code Throwable} should leave it out.
 */
public final class JobSuspendedError extends Error {

    public JobSuspendedError(String message) {
        super(message, null, false, false);
    }
}
