package io.baton.worker;

import io.baton.BatonException;

/** A checkpoint could not be written for now. A handler that lets it through is called again without using up an attempt. */
final class CheckpointFailedException extends BatonException {

    private static final long serialVersionUID = 1L;

    CheckpointFailedException(long job, String reason) {
        super(text(job, reason));
    }

    CheckpointFailedException(long job, String reason, Throwable cause) {
        super(text(job, reason), cause);
    }

    private static String text(long job, String reason) {
        return "The checkpoint of job " + job + " could not be written: " + reason;
    }
}
