package io.baton.batch;

/** Another transaction holds a batch, or the job that waits for it; all is to be done again later. */
final class HeldJobException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HeldJobException(long id) {
        super("Another transaction holds " + id);
    }
}
