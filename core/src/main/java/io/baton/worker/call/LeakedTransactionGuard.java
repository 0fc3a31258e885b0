package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.database.ThreadBindings;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rolls back what code of the application leaves open on a thread that runs jobs, where the writes of the next job would be lost in it. */
public final class LeakedTransactionGuard {

    private static final Logger log = LoggerFactory.getLogger(LeakedTransactionGuard.class);
    private static final String ADVICE = "Use @Transactional or a TransactionTemplate, or end it in a finally block";

    private final SeldomLog seldom = new SeldomLog(log);
    private final BooleanSupplier joins;

    /**
     * Creates one for the threads of a worker.
     *
     * @param joins whether handlers are to run in the transaction that is bound to their thread
     */
    public LeakedTransactionGuard(BooleanSupplier joins) {
        this.joins = joins;
    }

    /** Clears the thread for a call, as of what a JobListener left. Returns what is bound to it. */
    public ThreadBindings before(HandlerCall call) {
        ThreadBindings bound = ThreadBindings.now();
        after(call, bound);
        return bound;
    }

    /** Unbinds what was left on the thread since; returns whether a transaction was among it. */
    public boolean after(HandlerCall call, ThreadBindings before) {
        boolean left = !joins.getAsBoolean() && before.restore();
        if (left) {
            seldom.warn(
                    call.run().type(),
                    "A transaction was left open on the thread of job {} ({}); it is rolled back. {}",
                    call.jobs().get(0).claimed().id(),
                    LogText.of(call.run().type()),
                    ADVICE);
        }
        return left;
    }

    /** A handler began a transaction and returned without ending it, so that what it wrote was not committed. */
    static final class LeakedTransactionException extends BatonException {

        private static final long serialVersionUID = 1L;

        public LeakedTransactionException() {
            super("The handler began a transaction and returned without ending it: what it wrote there is rolled back. "
                    + ADVICE);
        }
    }
}
