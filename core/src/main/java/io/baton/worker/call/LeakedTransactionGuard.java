package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.database.ThreadBindings;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rolls back transactions that code of the application leaves open on a thread that runs jobs. The next job's writes would be lost in them. */
public final class LeakedTransactionGuard {

    private static final Logger log = LoggerFactory.getLogger(LeakedTransactionGuard.class);
    private static final String ADVICE = "Use @Transactional or a TransactionTemplate, or end it in a finally block";

    private final SeldomLog seldom = new SeldomLog(log);
    private final BooleanSupplier joins;

    /**
     * Creates a guard for the threads of a worker.
     *
     * @param joins returns whether handlers run in the transaction that is bound to their thread
     */
    public LeakedTransactionGuard(BooleanSupplier joins) {
        this.joins = joins;
    }

    /** Rolls back what other code, such as a JobListener, left on the thread. Returns the bindings that remain. */
    public ThreadBindings before(HandlerCall call) {
        ThreadBindings bound = ThreadBindings.now();
        after(call, bound);
        return bound;
    }

    /** Rolls back and unbinds what the call left on the thread; returns whether a transaction was among it. */
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

    /** Reports that a handler began a transaction and returned without ending it, so that its writes were not committed. */
    static final class LeakedTransactionException extends BatonException {

        private static final long serialVersionUID = 1L;

        public LeakedTransactionException() {
            super("The handler began a transaction and returned without ending it: what it wrote there is rolled back. "
                    + ADVICE);
        }
    }
}
