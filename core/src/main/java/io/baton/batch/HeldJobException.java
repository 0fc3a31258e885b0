package io.baton.batch;

/** Another transaction has locked a batch, or the job that waits for it; the fold must be repeated later. */
final class HeldJobException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HeldJobException(long id) {
        super("Another transaction holds " + id);
    }
}
