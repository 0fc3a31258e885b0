package io.baton.operator;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.Window;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.domain.PageRequest;

/** Changes many jobs, the newest first, in portions of 500, each in one transaction. A call changes 2,000 jobs at most. */
record JobPortions(Jobs jobs, Monitor monitor) {

    private static final Logger log = LoggerFactory.getLogger(JobPortions.class);
    private static final int PORTIONS = 4;
    private static final int PORTION = 500;
    private static final String FAILED =
            "The call failed before it had changed all; the log of the application says why. It goes on with the value \"next\"";

    /**
     * Changes the newest jobs that match. If this fails halfway, it returns the number of changed jobs and the value with which to continue.
     *
     * @param done the result, to which the numbers are added
     * @param value returns the value with which to change the jobs before this one
     */
    Done change(Done done, JobFilter filter, ToLongFunction<JobFilter> change, Function<JobId, String> value) {
        long changed = 0;
        JobId next = filter.before();
        for (int portion = 0; portion == 0 || (next != null && portion < PORTIONS); portion++) {
            try {
                Window window = monitor.window(next == null ? filter : filter.before(next));
                Optional<JobId> left = jobs.search(window.filter(), PageRequest.of(PORTION, 1)).stream()
                        .findFirst()
                        .map(JobDetails::id);
                changed += change.applyAsLong(left.map(window.filter()::after).orElse(window.filter()));
                next = left.map(job -> new JobId(job.value() + 1)).orElse(window.next());
            } catch (RuntimeException e) {
                if (changed == 0) {
                    throw e;
                }
                log.warn(
                        "{} of {} failed after {} jobs: {}",
                        LogText.of(done.action()),
                        LogText.of(done.id()),
                        changed,
                        FailureText.of(e));
                log.debug("{} of {} failed", LogText.of(done.action()), LogText.of(done.id()), LoggedFailure.of(e));
                return result(done, changed, next, value, FAILED);
            }
        }
        return result(done, changed, next, value, null);
    }

    private static Done result(
            Done done, long changed, @Nullable JobId next, Function<JobId, String> value, @Nullable String warning) {
        return new Done(done.action(), done.id(), changed, next == null ? null : value.apply(next), warning);
    }
}
