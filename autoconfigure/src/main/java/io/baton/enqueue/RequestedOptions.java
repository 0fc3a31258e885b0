package io.baton.enqueue;

import io.baton.BatonException;
import io.baton.JobOptions;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.type.DeclaredType;
import io.baton.type.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What one enqueue asked for; what it did not ask for comes from the type. */
final class RequestedOptions implements JobOptions {

    private static final int MOST_LABELS = 20;
    private static final int MOST_PERMITS = 20;

    private final Map<String, String> labels = new TreeMap<>();
    private final Set<String> permits = new TreeSet<>();
    private @Nullable String type;
    private @Nullable String queue;
    private @Nullable Integer priority;
    private @Nullable Integer maxAttempts;
    private Due due = Due.NOW;

    static RequestedOptions from(Consumer<JobOptions> options) {
        RequestedOptions requested = new RequestedOptions();
        options.accept(requested);
        return requested;
    }

    /** The type that was asked for, if one was. */
    @Nullable
    String type() {
        return type;
    }

    /** Whether a priority was asked for. */
    boolean hasPriority() {
        return priority != null;
    }

    /** The job of this type, which needs further permits beside those that were asked for. */
    NewJob job(DeclaredType declared, @Nullable String payload, List<String> declaredPermits) {
        List<String> all = new ArrayList<>(permits);
        all.addAll(declaredPermits);
        all.sort(Names.LIMITS_IN_TURN);
        return new NewJob(
                declared.name(),
                queue != null ? queue : declared.queue(),
                priority != null ? priority : declared.priority(),
                due,
                maxAttempts,
                Map.copyOf(labels),
                payload,
                all);
    }

    @Override
    public JobOptions type(String type) {
        this.type = Names.type(type);
        return this;
    }

    @Override
    public JobOptions queue(String queue) {
        this.queue = Names.queue(queue);
        return this;
    }

    @Override
    public JobOptions priority(int priority) {
        this.priority = priority;
        return this;
    }

    @Override
    public JobOptions delay(Duration delay) {
        this.due = DueTimes.after(delay);
        return this;
    }

    @Override
    public JobOptions at(Instant time) {
        this.due = DueTimes.at(time);
        return this;
    }

    @Override
    public JobOptions maxAttempts(int maxAttempts) {
        if (maxAttempts < 0) {
            throw new BatonException(
                    "A job needs at least one attempt, not " + maxAttempts + "; 0 leaves the number to the handler");
        }
        this.maxAttempts = maxAttempts == 0 ? null : maxAttempts;
        return this;
    }

    @Override
    public JobOptions permits(String... names) {
        for (String name : names) {
            permits.add(Names.limitOrKey(name));
        }
        if (permits.size() > MOST_PERMITS) {
            throw new BatonException("A job cannot need more than " + MOST_PERMITS + " permits");
        }
        return this;
    }

    @Override
    public JobOptions label(String name, String value) {
        labels.put(Names.label(name), Names.labelValue(name, value));
        if (labels.size() > MOST_LABELS) {
            throw new BatonException("A job cannot have more than " + MOST_LABELS + " labels");
        }
        return this;
    }
}
