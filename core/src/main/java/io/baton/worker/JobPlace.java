package io.baton.worker;

import io.baton.BatchId;
import io.baton.JobResults;
import io.baton.Partition;
import io.baton.PartitionStrategy;
import io.baton.PayloadCodec;
import io.baton.Tick;
import io.baton.job.ClaimedJob;
import io.baton.job.Membership;
import io.baton.job.Memberships;
import io.baton.job.TickLabels;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** The place of a job among others. */
record JobPlace(ClaimedJob job, Memberships memberships, PayloadCodec codec, LongFunction<Map<String, String>> labels) {

    Optional<BatchId> batchId() {
        return membership().map(membership -> new BatchId(membership.batch()));
    }

    Optional<Partition> partition() {
        return membership().flatMap(this::partition);
    }

    private Optional<Partition> partition(Membership membership) {
        PartitionStrategy strategy = membership.strategy();
        Integer index = job.ties().batchIndex();
        return strategy == null || index == null
                ? Optional.empty()
                : Optional.of(new Partition(index, membership.size(), strategy));
    }

    Optional<Tick> tick() {
        return TickLabels.read(labels.apply(job.id()));
    }

    private Optional<Membership> membership() {
        return Optional.ofNullable(job.ties().batchGroup()).flatMap(memberships.byGroup()::apply);
    }

    JobResults results() {
        return new EarlierResults(memberships.results(), codec, job);
    }
}
