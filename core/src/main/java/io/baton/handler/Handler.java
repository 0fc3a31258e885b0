package io.baton.handler;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.Job;
import io.baton.JobOutcomes;
import io.baton.PayloadCodec;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.start.StartRefusedException;
import io.baton.type.DeclaredType;
import io.baton.type.Names;
import io.baton.type.PermitRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/** The handler of one job type: its settings, how its payloads are read, and how it is run. */
public final class Handler {

    private static final Logger log = LoggerFactory.getLogger(Handler.class);

    private static final Object NO_PAYLOAD = new Object();

    private final HandlerMethod method;
    private final DeclaredType declared;
    private final HandlerSettings settings;
    private final Signature signature;
    private final HandlerBean bean;
    private final PayloadCodec codec;
    private final SeldomLog seldom = new SeldomLog(log);
    private final List<PermitRule> permits;

    Handler(
            HandlerMethod method,
            DeclaredType declared,
            HandlerSettings settings,
            Signature signature,
            HandlerBean bean,
            PayloadCodec codec) {
        this.method = method;
        this.declared = declared;
        this.settings = settings;
        this.signature = signature;
        this.bean = bean;
        this.codec = codec;
        Class<?> payload = signature.payload();
        this.permits = Stream.concat(
                        settings.permits().stream(),
                        payload == null ? Stream.of() : PermitRule.ofPayload(payload).stream())
                .toList();
    }

    /** Returns the name of the type. */
    public String type() {
        return declared.name();
    }

    /** Returns the queue that jobs of the type go to, unless their enqueue says otherwise. */
    public String queue() {
        return declared.queue();
    }

    /**
     * Returns the payload of jobs that recur; null if the handler takes none.
     *
     * @throws StartRefusedException if it cannot be made
     */
    public @Nullable Object recurringPayload() {
        Class<?> payload = signature.payload();
        return payload == null ? null : RecurrenceReader.payload(method, payload);
    }

    /** Returns the settings of the handler. */
    public HandlerSettings settings() {
        return settings;
    }

    /**
     * Returns the payload that was stored, or a placeholder for a handler that takes none.
     *
     * @throws InvalidPayloadException if this handler cannot read it
     */
    public Object readPayload(@Nullable String stored) {
        Class<?> payload = signature.payload();
        if (payload == null) {
            return NO_PAYLOAD;
        }
        if (stored == null) {
            throw new InvalidPayloadException("There is no payload, but " + describe() + " needs one");
        }
        Object read;
        try {
            read = codec.read(stored, payload);
        } catch (InvalidPayloadException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new InvalidPayloadException("The payload for " + describe() + " cannot be read", e);
        }
        if (read == null) {
            throw new InvalidPayloadException("The payload is null, but " + describe() + " needs one");
        }
        return read;
    }

    /**
     * Returns all limits of which a job with this payload needs a permit, if it lacks those that this handler or the class of the payload requires.
     *
     * @throws BatonException if its limits differ whenever they are determined
     */
    public List<String> permitsBeyond(Set<String> held, Object payload) {
        if (permits.isEmpty()) {
            return List.of();
        }
        List<String> required =
                permits.stream().map(rule -> rule.limit(payload)).toList();
        if (held.containsAll(required)) {
            return List.of();
        }
        List<String> all = Stream.concat(held.stream(), required.stream())
                .distinct()
                .sorted(Names.LIMITS_IN_TURN)
                .toList();
        if (all.size() > Names.MOST_PERMITS + 2 * permits.size()) {
            throw new BatonException(
                    "A job for " + describe() + " needs other permits each time that it is about to run, "
                            + all.size()
                            + " so far: a key of its @RequiresPermit or @RateLimited has another value whenever the payload"
                            + " is read");
        }
        return all;
    }

    /**
     * Runs the handler: on one job, or on up to {@link HandlerSettings#batchSize()} jobs if it takes a list.
     *
     * @throws Throwable what the handler threw, as it threw it
     */
    public HandlerResult invoke(List<Job<?>> jobs) throws Throwable {
        if (jobs.isEmpty() || (!settings.list() && jobs.size() > 1)) {
            throw new IllegalArgumentException(describe() + " cannot be given " + jobs.size() + " jobs at once");
        }
        Object returned = bean.call(signature.arguments(jobs));
        if (returned instanceof JobOutcomes outcomes && settings.list()) {
            return new HandlerResult(null, failures(outcomes, jobs.size()), null);
        }
        if (settings.list() || returned == null || Optional.empty().equals(returned)) {
            return HandlerResult.NONE;
        }
        // what a method declares to return may hide it from the start
        if (MethodRules.isUnfinished(returned.getClass())) {
            throw new IllegalStateException(describe() + " returned a "
                    + returned.getClass().getName() + MethodRules.NOT_DONE + " " + MethodRules.WAIT);
        }
        return written(returned, jobs.get(0));
    }

    /** Returns the result as text; none if it cannot be written, since the handler has done its work and must not do it again for that. */
    private HandlerResult written(Object returned, Job<?> job) {
        try {
            return HandlerResult.of(codec.write(returned, ClassUtils.resolvePrimitiveIfNecessary(method.returned())));
        } catch (RuntimeException | Error e) {
            // the message of the failure may quote the value
            seldom.warn(
                    "result",
                    "Job {} has no result: the {} that {} returned cannot be written ({}). Return a value that the"
                            + " payload codec can write, or void",
                    job.context().id(),
                    LogText.of(returned.getClass().getName()),
                    describe(),
                    LogText.of(e.getClass().getName()));
            return HandlerResult.unwritten(e);
        }
    }

    private Map<Integer, Throwable> failures(JobOutcomes outcomes, int jobs) {
        outcomes.failures().keySet().stream()
                .filter(position -> position >= jobs)
                .findAny()
                .ifPresent(position -> {
                    throw new IllegalStateException(describe() + " returned an outcome for position " + position
                            + ", but was given " + jobs + " jobs, at positions from 0 to " + (jobs - 1));
                });
        return outcomes.failures();
    }

    /** Returns the method, for messages: {@code FileJobs.process(ProcessFile)}. */
    public String describe() {
        return method.describe();
    }

    HandlerMethod method() {
        return method;
    }

    DeclaredType declared() {
        return declared;
    }

    @Override
    public String toString() {
        return type() + " (" + describe() + ")";
    }

    /**
     * What a handler that did not throw left behind.
     *
     * @param result the job's result as the codec wrote it, if there is one
     * @param failures the jobs of a list that failed, by position; the others are completed
     * @param unwritten why the codec could not write the result; null if it could
     */
    public record HandlerResult(
            @Nullable String result,
            Map<Integer, Throwable> failures,
            @Nullable Throwable unwritten) {

        /** Without a result. */
        static final HandlerResult NONE = new HandlerResult(null, Map.of(), null);

        static HandlerResult of(String result) {
            return new HandlerResult(result, Map.of(), null);
        }

        static HandlerResult unwritten(Throwable reason) {
            return new HandlerResult(null, Map.of(), reason);
        }
    }
}
