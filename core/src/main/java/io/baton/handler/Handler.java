package io.baton.handler;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.Job;
import io.baton.JobOutcomes;
import io.baton.PayloadCodec;
import io.baton.Recurrence;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.start.StartRefusedException;
import io.baton.type.DeclaredType;
import io.baton.type.Names;
import io.baton.type.PermitRule;
import io.baton.type.SequenceRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/** The handler of one job type. It has the settings of the handler, reads payloads and runs jobs. */
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

    /** Returns the queue of jobs of the type, unless their enqueue names another one. */
    public String queue() {
        return declared.queue();
    }

    /**
     * Returns the payload of recurring jobs; null if the handler takes none.
     *
     * @throws StartRefusedException if the payload cannot be created
     */
    public @Nullable Object recurringPayload() {
        return signature.recurringPayload(method);
    }

    public HandlerSettings settings() {
        return settings;
    }

    /**
     * Returns the stored payload, or a placeholder if the handler takes none.
     *
     * @throws InvalidPayloadException if this handler cannot read the payload
     */
    public Object readPayload(@Nullable String stored) {
        Class<?> payload = signature.payload();
        if (payload == null) {
            return NO_PAYLOAD;
        }
        if (stored == null) {
            throw new InvalidPayloadException("There is no payload, but " + describe() + " needs one");
        }
        try {
            return codec.read(stored, payload);
        } catch (InvalidPayloadException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new InvalidPayloadException("The payload for " + describe() + " cannot be read", e);
        }
    }

    /**
     * Returns the limits of all permits that a job with this payload needs, if it lacks one that the handler or the payload's class requires.
     *
     * @throws BatonException if the required permits differ each time that they are determined
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
     * Runs the handler with one job, or with up to {@link HandlerSettings#batchSize()} jobs if it takes a list.
     *
     * @throws Throwable the exception that the handler threw
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
        // the declared return type may hide this from the check at the start
        if (MethodRules.isUnfinished(returned.getClass())) {
            throw new IllegalStateException(describe() + " returned a "
                    + returned.getClass().getName() + MethodRules.NOT_DONE + " " + MethodRules.WAIT);
        }
        return written(returned, jobs.get(0));
    }

    /** Returns the result as text. A result that cannot be written is left out: the handler has done its work and must not repeat it for that. */
    private HandlerResult written(Object returned, Job<?> job) {
        try {
            String result = codec.write(returned, ClassUtils.resolvePrimitiveIfNecessary(method.returned()));
            return new HandlerResult(result, Map.of(), null);
        } catch (RuntimeException | Error e) {
            // logs no message of the failure, which may quote the value
            seldom.warn(
                    "result",
                    "Job {} has no result: the {} that {} returned cannot be written ({}). Return a value that the"
                            + " payload codec can write, or void",
                    job.context().id(),
                    LogText.of(returned.getClass().getName()),
                    describe(),
                    LogText.of(e.getClass().getName()));
            return new HandlerResult(null, Map.of(), e);
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

    /** Returns the method in the form of {@code FileJobs.process(ProcessFile)}, for messages. */
    public String describe() {
        return method.describe();
    }

    HandlerMethod method() {
        return method;
    }

    @Nullable
    Class<?> payload() {
        return signature.payload();
    }

    DeclaredType declared() {
        return declared;
    }

    /**
     * The settings of a handler.
     *
     * @param maxAttempts how often a job may fail; 0 for the default of the worker
     * @param resets whether the attempts of a job begin anew after progress
     * @param timeout how long one run may take; null for no limit
     * @param transactional whether the run and its completion share one transaction
     * @param batchSize the most jobs of one call; 1 unless the handler takes a list
     * @param list whether the handler takes a list
     * @param retry how long jobs wait between attempts
     * @param permits which permits jobs of this handler need
     * @param sequence which sequences jobs of this handler are part of
     * @param recurrences the recurring jobs that the handler declares
     * @param follows the type whose deaths the handler follows; null if it runs jobs of its own
     */
    public record HandlerSettings(
            int maxAttempts,
            boolean resets,
            @Nullable Duration timeout,
            boolean transactional,
            int batchSize,
            boolean list,
            RetryRule retry,
            List<PermitRule> permits,
            Optional<SequenceRule> sequence,
            List<DeclaredRecurrence> recurrences,
            @Nullable String follows) {}

    /** A recurring job that an annotation of a handler declares. */
    public record DeclaredRecurrence(String name, Recurrence recurrence) {}

    /**
     * The result of a call that threw no exception.
     *
     * @param result the job's result as the codec wrote it; null if there is none
     * @param failures the exceptions of failed jobs of a list, by position; all other jobs are completed
     * @param unwritten the exception with which the codec failed to write the result; null if it wrote it
     */
    public record HandlerResult(
            @Nullable String result,
            Map<Integer, Throwable> failures,
            @Nullable Throwable unwritten) {

        /** The result of a call that returned no value. */
        public static final HandlerResult NONE = new HandlerResult(null, Map.of(), null);
    }
}
