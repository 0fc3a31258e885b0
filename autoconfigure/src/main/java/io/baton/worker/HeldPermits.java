package io.baton.worker;

import io.baton.database.Transactions;
import io.baton.handler.Handler;
import io.baton.job.ClaimedJob;
import io.baton.job.JobStore;
import io.baton.loop.LogText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which permits jobs hold that are about to start: they may have been stored without some that their handler asks for. */
final class HeldPermits {

    private static final Logger log = LoggerFactory.getLogger(HeldPermits.class);

    private final JobStore store;
    private final Transactions transactions;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    HeldPermits(JobStore store, Transactions transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    /** Returns the names of the permits of each of these jobs, as far as the handler asks for any. */
    Map<Long, Set<String>> of(Handler handler, List<ClaimedJob> jobs) {
        List<Long> limited = handler.asksForPermits()
                ? jobs.stream()
                        .filter(job -> job.ties().limited())
                        .map(ClaimedJob::id)
                        .toList()
                : List.of();
        return limited.isEmpty() ? Map.of() : transactions.single(() -> store.permits(limited));
    }

    /** Tells once for each type. */
    void tellOfLacking(ClaimedJob job) {
        if (told.add(job.type())) {
            log.info(
                    "Jobs of the type '{}' were stored without some permits that they need by @RequiresPermit or @RateLimited, before it was"
                            + " there or by a node that does not know it. They wait for their permits now",
                    LogText.of(job.type()));
        }
    }
}
