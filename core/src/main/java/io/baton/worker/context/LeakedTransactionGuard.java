package io.baton.worker.context;

import io.baton.BatonException;
import io.baton.database.ThreadBindings;
import io.baton.database.ThreadBindings.Leftovers;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices what code of the application leaves bound to a thread that runs jobs, where the writes of the next job would be lost in it. */
public final class LeakedTransactionGuard {

    private static final Logger log = LoggerFactory.getLogger(LeakedTransactionGuard.class);

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

    /** Clears the thread for a call. Returns what is bound to it. */
    public ThreadBindings before(HandlerCall call) {
        ThreadBindings bound = ThreadBindings.now();
        if (!bound.isTransactional() || joins.getAsBoolean()) {
            return bound;
        }
        ThreadBindings.none().restore();
        seldom.warn(
                "before " + call.run().type(),
                "A transaction was left open on the thread that is to run job {} ({}), such as by a JobListener or a PayloadCodec;"
                        + " it is rolled back. The code that begins a transaction has to end it",
                first(call),
                LogText.of(call.run().type()));
        return ThreadBindings.now();
    }

    /** Restores the bindings that the thread had before a call. Returns whether the call left a transaction open. */
    public boolean after(HandlerCall call, ThreadBindings before) {
        Leftovers left = joins.getAsBoolean() ? Leftovers.NOTHING : before.restore();
        if (left == Leftovers.RESOURCES) {
            seldom.warn(
                    "resources of " + call.run().type(),
                    "The handler of job {} ({}) left resources of transactions bound to its thread, which are unbound. Unbind what is"
                            + " bound, in a finally block",
                    first(call),
                    LogText.of(call.run().type()));
        }
        return left == Leftovers.TRANSACTION;
    }

    /** Logs a transaction that a call left open although its jobs have other results. */
    public void tell(HandlerCall call) {
        seldom.warn(
                "transaction of " + call.run().type(),
                "The handler of job {} ({}) began a transaction and did not end it; it is rolled back. {}",
                first(call),
                LogText.of(call.run().type()),
                LeakedTransactionException.ADVICE);
    }

    private static long first(HandlerCall call) {
        return call.jobs().get(0).claimed().id();
    }

    /** A handler began a transaction and returned without ending it, so that what it wrote was not committed. */
    public static final class LeakedTransactionException extends BatonException {

        private static final long serialVersionUID = 1L;
        private static final String ADVICE =
                "Use @Transactional or a TransactionTemplate, or end it in a finally block";

        public LeakedTransactionException() {
            super("The handler began a transaction and returned without ending it: what it wrote there is rolled back. "
                    + ADVICE);
        }
    }
}
