package io.baton.worker.call;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Is around each call of a handler, with its transaction if it has one, on the handler's thread: traces stand on it. */
public interface CallObserver {

    /** Observes nothing. */
    CallObserver NONE = new CallObserver() {

        @Override
        public boolean observes() {
            return false;
        }

        @Override
        public Call begin(List<ClaimedJob> jobs) {
            return (outcomes, failure) -> {};
        }
    };

    /** Whether calls are observed at all; if not, no observation is created. */
    boolean observes();

    /** A handler is about to be called for these jobs, which are of one type. Must not throw. */
    Call begin(List<ClaimedJob> jobs);

    /** A call that is under way. */
    @FunctionalInterface
    interface Call {

        /**
         * The call has ended. Must not throw.
         *
         * @param outcomes what its jobs came to
         * @param failure why one of them failed, if one did
         */
        void end(Set<RunOutcome> outcomes, @Nullable Throwable failure);
    }
}
