package io.baton.operator;

import io.baton.JobId;
import io.baton.JobState;
import io.baton.SequenceDetails;
import io.baton.Sequences;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists the sequences that dead jobs block, shows any sequence, and unblocks them. */
record SequenceResource(Sequences sequences) implements Resource {

    @Override
    public Page list(Query query, Shown shown) {
        List<Found> found = sequences.blocked(query.after(), query.limit() + 1).stream()
                .map(each -> Found.of(each, shown))
                .toList();
        return Page.of(found, query.limit(), Found::name);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return sequences.inspect(id).map(each -> Found.of(each, shown));
    }

    /** A sequence, as operators see it: with the first line of the error, or only the class of the exception if it is masked. */
    record Found(
            String name,
            @Nullable JobId head,
            @Nullable JobState headState,
            @Nullable String error,
            @Nullable Instant blockedSince,
            List<JobId> waiters,
            long waiting,
            @Nullable Instant oldest) {

        private static Found of(SequenceDetails sequence, Shown shown) {
            String error = sequence.error();
            return new Found(
                    sequence.name(),
                    sequence.head(),
                    sequence.headState(),
                    shown == Shown.ALL ? FoundJob.firstLine(error) : FoundJob.withoutMessage(error),
                    sequence.blockedSince(),
                    sequence.waiters(),
                    sequence.waiting(),
                    sequence.oldest());
        }
    }

    /** Returns the job whose turn it is, and its state. */
    @Override
    public @Nullable String was(String id, String action) {
        SequenceDetails sequence = sequences.inspect(id).orElse(null);
        return sequence == null || sequence.head() == null
                ? null
                : "job " + sequence.head() + " " + sequence.headState();
    }

    @Override
    public Done change(String id, String action, @Nullable String value, Shown shown) {
        if (sequences.inspect(id).isEmpty()) {
            throw RefusedException.notFound("No job of the sequence runs or waits");
        }
        if (action.equals("skip-all")) {
            return new Done(action, id, sequences.skipAll(id), null, null);
        }
        if (!(action.equals("skip") ? sequences.skip(id) : sequences.cancelRest(id))) {
            throw RefusedException.conflict("No dead job blocks the sequence");
        }
        return new Done(action, id);
    }
}
