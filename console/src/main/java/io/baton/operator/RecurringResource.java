package io.baton.operator;

import io.baton.BatonException;
import io.baton.RecurringDetails;
import io.baton.RecurringJobs;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.monitor.Monitor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Recurring jobs: next ticks, pause, resume, trigger and remove. */
final class RecurringResource implements Resource {

    private static final Logger log = LoggerFactory.getLogger(RecurringResource.class);

    private final RecurringJobs recurring;
    private final Monitor monitor;
    private final SeldomLog seldom = new SeldomLog(log);

    RecurringResource(RecurringJobs recurring, Monitor monitor) {
        this.recurring = recurring;
        this.monitor = monitor;
    }

    @Override
    public String name() {
        return "recurring";
    }

    @Override
    public Page list(Query query, Shown shown) {
        String after = query.after();
        List<String> found = monitor.schedules(after == null ? "" : after, query.limit() + 1);
        return Page.of(found, query.limit(), Function.identity(), this::readable);
    }

    /** Returns empty for one that this node cannot read, so that it hides no other. */
    private Optional<RecurringDetails> readable(String name) {
        try {
            return recurring.find(name);
        } catch (BatonException e) {
            seldom.warn(name, "A recurring job is left out of the list: {}", LogText.of(e.getMessage()));
            return Optional.empty();
        }
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
    public @Nullable String was(String id, String action) {
        RecurringDetails job =
                action.equals("trigger") ? null : recurring.find(id).orElse(null);
        return job == null
                ? null
                : action.equals("remove") ? job.recurrence().toString() : job.paused() ? "paused" : null;
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
