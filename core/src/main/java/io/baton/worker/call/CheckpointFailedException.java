package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.loop.FailureText;
import org.springframework.dao.DataIntegrityViolationException;

/** Reports that a checkpoint could not be written for now. A handler that does not catch it is called again without using up an attempt. */
final class CheckpointFailedException extends BatonException {

    private static final long serialVersionUID = 1L;

    public CheckpointFailedException(long job, String reason) {
        super(text(job, reason));
    }

    public CheckpointFailedException(long job, String reason, Throwable cause) {
        super(text(job, reason), cause);
    }

    /** Returns the exception for a checkpoint that can never be stored, without the failure's message, which may quote the row. */
    static InvalidPayloadException refused(long job, DataIntegrityViolationException failure) {
        return new InvalidPayloadException("The checkpoint of job " + job + " is refused by the database ("
                + FailureText.of(failure)
                + "): it breaks a constraint of baton_job, is too large for it, or has characters that it"
                + " cannot store");
    }

    private static String text(long job, String reason) {
        return "The checkpoint of job " + job + " could not be written: " + reason;
    }
}
