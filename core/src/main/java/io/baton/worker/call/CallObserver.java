package io.baton.worker.call;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Observes each call of a handler, with its transaction if it has one, on the handler's thread. Traces use it. */
public interface CallObserver {

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

    /** Returns whether calls are observed at all; if not, no observation is created. */
    boolean observes();

    /** Is called before a call of a handler for these jobs, which are of one type. It must not throw. */
    Call begin(List<ClaimedJob> jobs);

    @FunctionalInterface
    interface Call {

        /**
         * Is called after the call has ended. It must not throw.
         *
         * @param outcomes the outcomes of its jobs
         * @param failure why one of them failed, if one did
         */
        void end(Set<RunOutcome> outcomes, @Nullable Throwable failure);
    }
}
