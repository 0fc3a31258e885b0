package io.baton.operator;

import io.baton.RecurringDetails;
import io.baton.RecurringJobs;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recurring jobs: next ticks, pause, resume, trigger and remove. */
record RecurringResource(RecurringJobs recurring) implements Resource {

    @Override
    public String name() {
        return "recurring";
    }

    @Override
    public Page list(Query query) {
        String after = query.after();
        List<RecurringDetails> rest = recurring.list().stream()
                .filter(each -> after == null || each.name().compareTo(after) > 0)
                .limit(query.limit() + 1L)
                .toList();
        return Page.of(rest, query.limit(), RecurringDetails::name);
    }

    @Override
    public Optional<?> find(String id, Shown shown) {
        return recurring.find(id);
    }

    @Override
    public Set<String> actions() {
        return Set.of("pause", "resume", "trigger", "remove");
    }

    @Override
    public Done change(String id, String action, @Nullable String value) {
        switch (action) {
            case "pause" -> requireChanged(recurring.pause(id), "It is paused already");
            case "resume" -> requireChanged(recurring.resume(id), "It is not paused");
            case "trigger" -> {
                return new Done(action, recurring.trigger(id).id().toString());
            }
            default -> recurring.remove(id);
        }
        return new Done(action, id);
    }

    private static void requireChanged(boolean changed, String otherwise) {
        if (!changed) {
            throw RefusedException.conflict(otherwise);
        }
    }
}
