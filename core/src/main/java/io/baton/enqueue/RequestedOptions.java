package io.baton.enqueue;

import static java.util.Objects.requireNonNull;

import io.baton.BatonException;
import io.baton.JobOptions;
import io.baton.OnDead;
import io.baton.OnDuplicate;
import io.baton.job.Due;
import io.baton.job.Keys;
import io.baton.job.LatestStart;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Sequence;
import io.baton.job.NewJob.Unique;
import io.baton.job.ShareNames;
import io.baton.job.Ties;
import io.baton.type.DeclaredType;
import io.baton.type.Names;
import io.baton.type.TypeCatalog;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The options of one enqueue; the type supplies missing options. */
final class RequestedOptions implements JobOptions {

    /** The requested type and priority; null if none was requested. */
    @Nullable
    String type;

    @Nullable
    Integer priority;

    private final Map<String, String> labels = new TreeMap<>();
    private final Set<String> permits = new TreeSet<>();
    private @Nullable String queue;
    private @Nullable String share;
    private @Nullable Integer maxAttempts;
    private Due due = Due.NOW;
    private @Nullable Unique unique;
    private OnDuplicate onDuplicate = OnDuplicate.KEEP;
    private @Nullable Duration most;
    private @Nullable Sequence sequence;
    private @Nullable String key;
    /** The label of the time after which no run begins; null if the type says it. */
    private @Nullable Function<Due, String> latestStart;

    private RequestedOptions() {}

    /** Copies options that are those of several jobs. */
    RequestedOptions(RequestedOptions other) {
        type = other.type;
        priority = other.priority;
        labels.putAll(other.labels);
        permits.addAll(other.permits);
        queue = other.queue;
        share = other.share;
        maxAttempts = other.maxAttempts;
        due = other.due;
        unique = other.unique;
        onDuplicate = other.onDuplicate;
        most = other.most;
        sequence = other.sequence;
        key = other.key;
        latestStart = other.latestStart;
    }

    static RequestedOptions from(Consumer<JobOptions> options) {
        RequestedOptions requested = new RequestedOptions();
        options.accept(requested);
        return requested;
    }

    /**
     * Returns the job of this type, which needs the declared permits in addition to the requested ones, and is part of the declared sequence if none
     * was requested.
     *
     * @param text the payload as it is stored
     * @param fairBy the labels whose values are the shares of jobs, by queue
     */
    NewJob job(
            DeclaredType declared,
            @Nullable Object payload,
            @Nullable String text,
            TypeCatalog types,
            Map<String, String> fairBy) {
        if (unique == null && onDuplicate != OnDuplicate.KEEP) {
            throw new BatonException("onDuplicate(" + onDuplicate + ") was set for a job of the type \""
                    + declared.name() + "\" that has no unique key, so it has no duplicates; set unique(key) too");
        }
        List<String> all = new ArrayList<>(permits);
        all.addAll(types.permits(declared.name(), payload));
        all.sort(Names.LIMITS_IN_TURN);
        String goesTo = queue != null ? queue : declared.queue();
        boolean late =
                most != null && due instanceof Due.After after && after.delay().compareTo(most) > 0;
        Due soon = most != null && late ? Due.after(most) : due;
        return new NewJob(
                declared.name(),
                ShareNames.of(goesTo, share(declared, payload, types, fairBy.getOrDefault(goesTo, ""))),
                priority != null ? priority : declared.priority(),
                soon,
                maxAttempts,
                labels(declared, types),
                text,
                all,
                null,
                types.isFollowed(declared) ? Ties.AFTER_DEATH : 0,
                unique == null ? null : new Unique(unique.key(), unique.scope(), unique.period(), onDuplicate, most),
                sequence != null ? sequence : sequence(declared, payload, types),
                key);
    }

    private Map<String, String> labels(DeclaredType declared, TypeCatalog types) {
        Function<Due, String> requested = latestStart;
        Optional<Duration> ofType = types.startWithin(declared);
        if (requested == null && ofType.isEmpty()) {
            return Map.copyOf(labels);
        }
        Map<String, String> all = new TreeMap<>(labels);
        all.put(LatestStart.LABEL, requested != null ? requested.apply(due) : LatestStart.within(ofType.get(), due));
        return Map.copyOf(all);
    }

    private @Nullable String share(DeclaredType declared, @Nullable Object payload, TypeCatalog types, String label) {
        return Optional.ofNullable(share)
                .or(() -> types.share(declared, payload))
                .or(() -> Optional.ofNullable(labels.get(label)).map(Names::share))
                .orElse(null);
    }

    private static @Nullable Sequence sequence(DeclaredType declared, @Nullable Object payload, TypeCatalog types) {
        return types.sequence(declared.name(), payload)
                .map(rule -> new Sequence(rule.name(payload, name -> Keys.checked("a sequence", name)), rule.onDead()))
                .orElse(null);
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
    public JobOptions share(String share) {
        this.share = Names.share(share);
        return this;
    }

    @Override
    public JobOptions priority(int priority) {
        this.priority = priority;
        return this;
    }

    @Override
    public JobOptions delay(Duration delay) {
        this.due = Due.after(delay);
        return this;
    }

    @Override
    public JobOptions at(Instant time) {
        this.due = Due.at(time);
        return this;
    }

    @Override
    public JobOptions startBefore(Instant time) {
        String label = time.toString();
        latestStart = itsDue -> label;
        return this;
    }

    @Override
    public JobOptions startWithin(Duration time) {
        requireNonNull(time, "startWithin is null; leave it out for no limit");
        latestStart = itsDue -> LatestStart.within(time, itsDue);
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
        if (permits.size() > Names.MOST_PERMITS) {
            throw new BatonException("A job cannot need more than " + Names.MOST_PERMITS + " permits");
        }
        return this;
    }

    @Override
    public JobOptions sequence(String name) {
        return sequence(name, OnDead.BLOCK);
    }

    @Override
    public JobOptions sequence(String name, OnDead onDead) {
        requireNonNull(onDead, () -> "OnDead is null for the sequence \"" + name + "\"; leave it out for BLOCK");
        sequence = new Sequence(Keys.checked("a sequence", name), onDead);
        return this;
    }

    @Override
    public JobOptions unique(String key) {
        return unique(key, Unique.Scope.UNTIL_STARTED, null);
    }

    @Override
    public JobOptions uniqueUntilFinished(String key) {
        return unique(key, Unique.Scope.UNTIL_FINISHED, null);
    }

    @Override
    public JobOptions unique(String key, Duration time) {
        requireNonNull(time, () -> "The time for which the unique key \"" + key + "\" is held is null");
        if (time.isNegative() || time.isZero() || time.compareTo(Due.LONGEST) > 0) {
            throw new BatonException("A unique key is held for a positive time of up to 100 years, not for " + time);
        }
        return unique(key, Unique.Scope.FOR_A_TIME, time);
    }

    /** Separates the day from the key by a control character, which an application's key cannot contain. */
    @Override
    public JobOptions uniqueOn(String key, LocalDate day) {
        unique(key, Unique.Scope.FOR_A_TIME, null);
        requireNonNull(day, () -> "The business day of the unique key \"" + key + "\" is null");
        unique = new Unique(key + '\t' + day, Unique.Scope.FOR_A_TIME, null, onDuplicate, most);
        return this;
    }

    private JobOptions unique(String key, Unique.Scope scope, @Nullable Duration period) {
        this.unique = new Unique(Keys.checked("a unique job", key), scope, period, onDuplicate, most);
        return this;
    }

    @Override
    public JobOptions onDuplicate(OnDuplicate choice) {
        this.onDuplicate = requireNonNull(choice, "OnDuplicate is null; leave it out for KEEP");
        this.most = null;
        return this;
    }

    @Override
    public JobOptions replace(Duration most) {
        onDuplicate(OnDuplicate.REPLACE);
        Due.after(most);
        this.most = most;
        return this;
    }

    @Override
    public JobOptions key(String key) {
        this.key = Keys.checked("a job", key);
        return this;
    }

    @Override
    public JobOptions label(String name, String value) {
        labels.put(Names.label(name), Names.labelValue(name, value));
        if (labels.size() > Names.MOST_LABELS) {
            throw new BatonException("A job cannot have more than " + Names.MOST_LABELS + " labels");
        }
        return this;
    }
}
