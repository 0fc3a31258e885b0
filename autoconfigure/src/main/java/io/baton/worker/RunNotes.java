package io.baton.worker;

import io.baton.InvalidPayloadException;
import io.baton.PayloadCodec;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobStore;
import io.baton.job.Transactions;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What running handlers write down about their jobs: at once, fenced, and apart from any transaction of theirs. */
final class RunNotes {

    private final JobStore store;
    private final Transactions transactions;
    private final PayloadCodec codec;
    private final int maxCheckpointSize;
    private final Map<Fence, String> saved = new ConcurrentHashMap<>();

    RunNotes(JobStore store, Transactions transactions, PayloadCodec codec, int maxCheckpointSize) {
        this.store = store;
        this.transactions = transactions;
        this.codec = codec;
        this.maxCheckpointSize = maxCheckpointSize;
    }

    boolean progress(Fence fence, double fraction, String note) {
        return transactions.run(() -> store.saveProgress(fence, fraction, note));
    }

    boolean checkpoint(Fence fence, Object checkpoint) {
        String text = codec.write(checkpoint, checkpoint.getClass());
        int size = text.getBytes(StandardCharsets.UTF_8).length;
        if (size > maxCheckpointSize) {
            throw new InvalidPayloadException("The checkpoint of job " + fence.id() + " has " + size
                    + " bytes, more than baton.payload.max-size allows (" + maxCheckpointSize + ")");
        }
        boolean ours = transactions.run(() -> store.saveCheckpoint(fence, text));
        saved.put(fence, text);
        return ours;
    }

    <T> Optional<T> lastCheckpoint(ClaimedJob job, Class<T> type) {
        String text = saved.getOrDefault(job.fence(), job.checkpoint() == null ? "" : job.checkpoint());
        return text.isEmpty() ? Optional.empty() : Optional.of(codec.read(text, type));
    }

    void forget(Fence fence) {
        saved.remove(fence);
    }
}
