package io.baton.worker.claim;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.JobClaims;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which permits claimed jobs hold: they may have been stored without some that their handler asks for. */
record PermitLookup(JobClaims store, Transactions transactions) {

    /** Returns these jobs, of which those that are limited know what they hold; asked in one statement for all. */
    List<ClaimedJob> read(List<ClaimedJob> jobs) {
        List<Long> limited = jobs.stream()
                .filter(job -> job.ties().limited() && store.knows(job.ties()))
                .map(ClaimedJob::id)
                .toList();
        if (limited.isEmpty()) {
            return jobs;
        }
        Map<Long, Set<String>> held = transactions.single(() -> store.permits(limited));
        return jobs.stream()
                .map(job -> job.holding(held.getOrDefault(job.id(), Set.of())))
                .toList();
    }
}
