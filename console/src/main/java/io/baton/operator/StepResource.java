package io.baton.operator;

import io.baton.JobId;
import io.baton.StepDetails;
import io.baton.Steps;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists the steps of a job, forgets them, and ends their waits. The id of one is {@code job:name}. */
record StepResource(Steps steps) implements Resource {

    private static final String AFTER_JOB = ":";
    private static final int LONGEST_LISTED = 1_000;

    /** Lists them in the order in which they began. */
    @Override
    public Page list(Query query, Shown shown) {
        String job = query.term("job");
        if (job == null) {
            throw RefusedException.invalid("\"job\" must be the id of a job");
        }
        String after = query.after();
        List<Found> found = steps.list(new JobId(Values.id(job))).stream()
                .dropWhile(step -> after != null && !step.name().equals(after))
                .skip(after == null ? 0 : 1)
                .limit(1L + query.limit())
                .map(step -> Found.of(step, shown, LONGEST_LISTED))
                .toList();
        return Page.of(found, query.limit(), Found::name);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return found(id).map(step -> Found.of(step, shown, Integer.MAX_VALUE));
    }

    private Optional<StepDetails> found(String id) {
        String name = name(id);
        return steps.list(job(id)).stream()
                .filter(step -> step.name().equals(name))
                .findFirst();
    }

    private static JobId job(String id) {
        return new JobId(Values.id(id.substring(0, Math.max(0, id.indexOf(AFTER_JOB)))));
    }

    private static String name(String id) {
        return id.substring(id.indexOf(AFTER_JOB) + 1);
    }

    @Override
    public @Nullable String was(String id, String action) {
        return found(id).map(step -> step.state().name()).orElse(null);
    }

    @Override
    public Done change(String id, String action, @Nullable String value, Shown shown) {
        boolean forget = action.equals("forget");
        if (!(forget ? steps.forget(job(id), name(id)) : steps.endWait(job(id), name(id)))) {
            throw found(id).isEmpty()
                    ? RefusedException.notFound("The job has no such step")
                    : RefusedException.conflict(
                            forget
                                    ? "A worker runs the job, it has ended, or it waits in this step"
                                    : "The job does not wait in this step");
        }
        return new Done(action, id);
    }

    /** A step, as operators see it: the result is masked unless secrets are shown, and cut in lists. */
    record Found(
            String name,
            StepDetails.Kind kind,
            StepDetails.State state,
            int attempt,
            Instant beganAt,
            @Nullable Instant endedAt,
            @Nullable Instant waitsUntil,
            @Nullable String result) {

        private static Found of(StepDetails step, Shown shown, int longest) {
            String result = FoundJob.shown(step.result(), shown);
            return new Found(
                    step.name(),
                    step.kind(),
                    step.state(),
                    step.attempt(),
                    step.beganAt(),
                    step.endedAt(),
                    step.waitsUntil(),
                    result == null || result.length() <= longest ? result : result.substring(0, longest) + " ..");
        }
    }
}
