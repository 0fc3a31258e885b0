package io.baton;

/**
 * Ends a run whose job is to wait, or whose handler cancelled it, see {@link JobContext#sleep}, {@link JobContext#await} and {@link JobContext#cancel}. It is no exception, so that it is not taken for a failure;
 * what repeats or counts every {@code Throwable} should leave it out.
 */
public final class JobSuspendedError extends Error {

    public JobSuspendedError(String message) {
        super(message, null, false, false);
    }
}
