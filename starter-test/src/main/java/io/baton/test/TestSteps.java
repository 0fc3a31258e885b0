package io.baton.test;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobStep;
import io.baton.JobSuspendedError;
import io.baton.OnceAction;
import io.baton.OnceUncertainException;
import io.baton.StepDetails.Kind;
import io.baton.StepDetails.State;
import io.baton.job.JobSteps;
import io.baton.type.JacksonPayloadCodec;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The steps of a {@link TestJobContext}, in memory. */
final class TestSteps {

    private static final JsonMapper JSON = new JsonMapper();
    private static final JacksonPayloadCodec CODEC = new JacksonPayloadCodec();
    private static final int LONGEST_NAME = 200;
    private static final int MOST_ATTEMPTS = 100;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final TestJobContext job;
    private final Map<String, Recorded> records = new LinkedHashMap<>();
    private final Map<String, Deque<Object>> signals = new HashMap<>();
    private final Map<String, Undoing> undos = new HashMap<>();
    private final Set<String> over = new HashSet<>();
    private final Set<String> used = new HashSet<>();
    private final Set<String> imported = new LinkedHashSet<>();
    private @Nullable String inside;
    private @Nullable JobSuspendedError suspended;
    private @Nullable String waitsFor;
    private boolean cancelled;

    TestSteps(TestJobContext job) {
        this.job = job;
    }

    /**
     * What is recorded of a step.
     *
     * @param kind null if the test has set it, which does not say
     */
    private record Recorded(
            @Nullable Kind kind, State state, @Nullable Object value) {}

    /** A result as it is stored. */
    private record Stored(String text) {}

    /** Sets what the resource {@code steps} of the endpoint lists. */
    void load(String json) {
        JsonNode listed = JSON.readTree(json);
        for (JsonNode step : listed.isArray() ? listed : listed.path("items")) {
            String name = checked(step.path("name").asString());
            JsonNode result = step.path("result");
            imported.add(name);
            records.put(
                    name,
                    new Recorded(
                            Kind.valueOf(step.path("kind").asString()),
                            State.valueOf(step.path("state").asString()),
                            result.isString() ? new Stored(result.asString()) : null));
        }
    }

    /** Returns the loaded steps that this run has not asked for. */
    List<String> notCalled() {
        return imported.stream().filter(name -> !used.contains(name)).toList();
    }

    /** Returns the steps of this run that are not among the loaded ones. */
    List<String> added() {
        return records.keySet().stream()
                .filter(name -> used.contains(name) && !imported.contains(name))
                .toList();
    }

    static <T> T read(String name, Object value, Class<T> type) {
        if (!(value instanceof Stored stored)) {
            return type.cast(value);
        }
        try {
            return CODEC.read(stored.text(), type);
        } catch (InvalidPayloadException e) {
            throw new InvalidPayloadException(
                    "Step \"" + name + "\" has ended and is not repeated, but what is stored cannot be read as "
                            + type.getName() + ": " + e.getMessage(),
                    e);
        }
    }

    private interface Undoing {

        void undo() throws Exception;
    }

    /** Undoes what the runs so far did, the last first. */
    void undo() throws Exception {
        suspended = null;
        List<String> names = new ArrayList<>(records.keySet());
        Collections.reverse(names);
        for (String name : names) {
            Undoing undo = undos.remove(name);
            if (undo != null) {
                undo.undo();
            }
        }
    }

    void set(String name, State state, @Nullable Object value) {
        records.put(checked(name), new Recorded(null, state, value));
    }

    void signal(String name, Object value) {
        signals.computeIfAbsent(checked(name), first -> new ArrayDeque<>()).add(value);
    }

    void isOver(String name) {
        over.add(checked(name));
    }

    void nextRun() {
        used.clear();
        suspended = null;
        waitsFor = null;
    }

    /** Returns the wait by which the run ends; null if it does not. */
    @Nullable
    String waitsFor() {
        return waitsFor;
    }

    /** Returns the names of the steps in this state, in the order in which they began. */
    List<String> in(State state) {
        return records.entrySet().stream()
                .filter(each -> each.getValue().state() == state)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String checked(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw new BatonException(
                    "The name of a step has 1 to " + LONGEST_NAME + " characters, not \"" + name + "\"");
        }
        return name;
    }

    /** Returns what is recorded of a step that the handler asks for; null if nothing is. */
    private @Nullable Recorded begin(String name, Kind... kinds) {
        if (suspended != null) {
            throw suspended;
        }
        if (inside != null) {
            throw new BatonException("Step \"" + checked(name) + "\" was called inside of the step \"" + inside
                    + "\". End that one first, and call them one after the other");
        }
        if (!used.add(checked(name))) {
            throw new BatonException(
                    "Step \"" + name
                            + "\" was called twice in one run. Give each step a name of its own: in a loop, add"
                            + " what it is about, such as \"mail-\" + user. If the test calls the handler again, use TestJobContext.nextRun");
        }
        Recorded known = records.get(name);
        if (known != null && known.kind() != null && !Set.of(kinds).contains(known.kind())) {
            throw new BatonException("Step \"" + name + "\" is recorded as " + known.kind()
                    + ", which the handler does not ask for any more. Give what it does now another name");
        }
        return known;
    }

    private void record(String name, Kind kind, State state, @Nullable Object value) {
        records.put(name, new Recorded(kind, state, value));
    }

    private JobSuspendedError suspend(String name, Kind kind) {
        record(name, kind, State.WAITING, null);
        JobSuspendedError error = new JobSuspendedError("The job waits in the step \"" + name + "\"");
        suspended = error;
        waitsFor = name;
        return error;
    }

    JobSuspendedError cancel() {
        suspended = new JobSuspendedError("The job is cancelled by its handler");
        cancelled = true;
        return suspended;
    }

    boolean isCancelled() {
        return cancelled;
    }

    void sleep(String name) {
        Recorded known = begin(name, Kind.SLEEP);
        if (known != null && known.state() != State.WAITING) {
            return;
        }
        if (!over.remove(name)) {
            throw suspend(name, Kind.SLEEP);
        }
        record(name, Kind.SLEEP, State.DONE, null);
    }

    /** Returns the value of a signal; empty if none came in time. */
    Optional<Object> await(String name, Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("Step \"" + name + "\" cannot wait for a negative time");
        }
        Recorded known = begin(name, Kind.AWAIT);
        if (known != null && known.state() != State.WAITING) {
            return Optional.ofNullable(known.value());
        }
        Deque<Object> sent = signals.getOrDefault(JobSteps.signalOf(name), new ArrayDeque<>());
        if (!sent.isEmpty()) {
            Object value = sent.remove();
            record(name, Kind.AWAIT, State.DONE, value);
            return Optional.of(value);
        }
        if (!over.remove(name)) {
            throw suspend(name, Kind.AWAIT);
        }
        record(name, Kind.AWAIT, State.TIMED_OUT, null);
        return Optional.empty();
    }

    /** True unless earlier runs have recorded a step that this one has not asked for. */
    boolean since(String change) {
        Recorded known = begin(change, Kind.DECISION);
        Object value = known == null ? null : known.value();
        boolean applies = known == null
                ? used.containsAll(records.keySet())
                : value instanceof Stored stored ? Boolean.parseBoolean(stored.text()) : Boolean.TRUE.equals(value);
        record(change, Kind.DECISION, State.DONE, applies);
        return applies;
    }

    <T extends @Nullable Object> JobStep<T> step(String name, Class<?> type) {
        return new Step<>(checked(name), type);
    }

    private final class Step<T extends @Nullable Object> implements JobStep<T> {

        private final String name;
        private final Class<?> type;
        private @Nullable Function<String, Optional<T>> reconcile;
        private @Nullable Undo<T> undo;
        private int attempts = 1;
        private boolean wasBegun;

        private Step(String name, Class<?> type) {
            this.name = name;
            this.type = type;
        }

        @Override
        public JobStep<T> failIfUncertain() {
            return ifUncertain(key -> {
                throw new OnceUncertainException(
                        "Step \"" + name + "\" was begun, and it is not known whether it was done");
            });
        }

        @Override
        public JobStep<T> ifUncertain(Function<String, Optional<T>> how) {
            reconcile = how;
            return this;
        }

        @Override
        public JobStep<T> undo(Undo<T> how) {
            undo = how;
            return this;
        }

        @Override
        public JobStep<T> retry(int times, Duration pause) {
            if (times < 1 || times > MOST_ATTEMPTS || pause.isNegative() || pause.compareTo(LONGEST_PAUSE) > 0) {
                throw new IllegalArgumentException("Step \"" + name + "\" can be tried 1 to " + MOST_ATTEMPTS
                        + " times in a run, at most a minute apart");
            }
            attempts = times;
            return this;
        }

        @Override
        public <X extends Exception> T call(Call<T, X> call) throws X {
            Recorded known = begin(name, Kind.CALL, Kind.TRANSACTION);
            register(known);
            wasBegun = known != null && reconcile == null;
            if (known != null && known.state() != State.BEGUN) {
                return result(known.value());
            }
            String key = JobSteps.key("baton", job.id().value(), job.enqueuedAt(), name);
            Optional<T> found = known == null || reconcile == null ? Optional.empty() : reconcile.apply(key);
            if (reconcile != null || undo != null) {
                record(name, Kind.CALL, State.BEGUN, null);
            }
            T value = found.isPresent() ? found.get() : tried(() -> call.call(key));
            done(Kind.CALL, value);
            return value;
        }

        /** Keeps what undoes the step, as it is known or begun. */
        private void register(@Nullable Recorded known) {
            Undo<T> how = undo;
            boolean isDone = known != null && known.state() == State.DONE;
            if (how != null && (known == null || known.state() != State.UNDONE)) {
                undos.put(name, () -> undo(how, isDone && known != null ? known.value() : null));
            }
        }

        private void undo(Undo<T> how, @Nullable Object value) throws Exception {
            Recorded known = records.get(name);
            if (known != null) {
                how.undo(result(value), JobSteps.key("baton-undo", job.id().value(), job.enqueuedAt(), name));
                record(name, Objects.requireNonNullElse(known.kind(), Kind.CALL), State.UNDONE, value);
            }
        }

        private void done(Kind kind, T value) {
            record(name, kind, State.DONE, value);
            register(records.get(name));
        }

        /** Tries again without a pause. A step that failed is not done. */
        private <X extends Exception> T tried(Work<T, X> work) throws X {
            inside = name;
            try {
                for (int attempt = 1; ; attempt++) {
                    try {
                        return work.call();
                    } catch (Exception e) {
                        if (attempt >= attempts || e instanceof BatonException) {
                            if (!(e instanceof OnceUncertainException) && !(undo != null && wasBegun)) {
                                records.remove(name);
                            }
                            throw e;
                        }
                    }
                }
            } finally {
                inside = null;
            }
        }

        @Override
        public <X extends Exception> T callInTransaction(Work<T, X> work) throws X {
            Recorded known = begin(name, Kind.CALL, Kind.TRANSACTION);
            if (known != null && known.state() == State.BEGUN) {
                throw new BatonException(
                        "Step \"" + name + "\" was begun as a call, and it is not known whether it was done");
            }
            if (reconcile != null) {
                throw new BatonException(
                        "Step \"" + name + "\" is never uncertain in a transaction: leave out what to do then");
            }
            register(known);
            if (known != null) {
                return result(known.value());
            }
            T value = tried(work);
            done(Kind.TRANSACTION, value);
            return value;
        }

        @Override
        public <X extends Exception> void run(OnceAction<X> action) throws X {
            call(key -> {
                action.perform(key);
                return result(null);
            });
        }

        @Override
        public <X extends Exception> void runInTransaction(Action<X> action) throws X {
            callInTransaction(() -> {
                action.run();
                return result(null);
            });
        }

        @SuppressWarnings({"unchecked", "NullAway"}) // null is a result too
        private T result(@Nullable Object value) {
            return (T) (type == Void.class || value == null ? null : read(name, value, type));
        }
    }
}
