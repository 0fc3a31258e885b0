package io.baton.batch;

/** Somebody holds the job that waits for a batch; all is to be done again later. */
final class HeldJobException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HeldJobException(long job) {
        super("Somebody holds job " + job);
    }
}
