package io.baton.type;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * Knows the name, queue and priority of each payload.
 *
 * <p>Handlers declare their types at the start. An annotation {@link JobType} on the payload's class wins over the handler, so that a node without
 * the handler stores the same job.
 */
public final class TypeCatalog {

    /** A cache. A plain enqueue reads nothing else. */
    private final Map<Class<?>, DeclaredType> found = new ConcurrentHashMap<>();

    private final Map<String, DeclaredType> byName = new ConcurrentHashMap<>();

    private final Map<String, Rules> handlerRules = new ConcurrentHashMap<>();
    private final Map<Class<?>, Rules> payloadRules = new ConcurrentHashMap<>();

    /** The types whose deaths are followed by other jobs, as a handler on this node or the class of their payload says. */
    private final Set<String> followed = ConcurrentHashMap.newKeySet();

    /** What a handler or the class of a payload says about jobs. */
    private record Rules(
            List<PermitRule> permits,
            Optional<SequenceRule> sequence,
            Optional<PayloadExpression> share,
            Optional<Duration> startWithin) {

        static final Rules NONE = new Rules(List.of(), Optional.empty(), Optional.empty(), Optional.empty());

        static Rules of(Class<?> payload) {
            return new Rules(
                    PermitRule.ofPayload(payload),
                    SequenceRule.on(payload),
                    fairBy(payload),
                    TypeCatalog.startWithin(payload));
        }
    }

    /** Declares a type that has a handler on this node. */
    public synchronized void declare(DeclaredType type) {
        if (type.payload() != null) {
            PayloadClass.checkedIfNamed(type.payload());
            annotated(type.payload()).filter(JobType::afterDeath).ifPresent(says -> follow(type.name()));
        }
        byName.put(type.name(), type);
        found.clear();
    }

    /** Declares the permits and the sequences of jobs of this type by the handler on this node. */
    public void declare(String type, List<PermitRule> permits, Optional<SequenceRule> sequence) {
        handlerRules.put(type, new Rules(permits, sequence, Optional.empty(), Optional.empty()));
    }

    /** Declares that another job follows the death of each job of this type. */
    public void follow(String type) {
        Names.type(type + Names.AFTER_DEATH);
        followed.add(type);
    }

    /** Returns whether another job follows the death of each job of this type. */
    public boolean isFollowed(DeclaredType type) {
        return followed.contains(type.name());
    }

    private Rules ofHandler(String type) {
        return handlerRules.getOrDefault(type, Rules.NONE);
    }

    private Rules ofPayload(@Nullable Class<?> payload) {
        return payload == null ? Rules.NONE : payloadRules.computeIfAbsent(payload, Rules::of);
    }

    /** Returns the rule by which a job of this type and payload is part of a sequence: that of the payload's class or, without one, of the handler. */
    public Optional<SequenceRule> sequence(String type, @Nullable Object payload) {
        return ofPayload(payload == null ? null : payload.getClass()).sequence().or(() -> ofHandler(type)
                .sequence());
    }

    /** Returns the share of a job of this type and payload, by the class that declares the type. */
    public Optional<String> share(DeclaredType type, @Nullable Object payload) {
        return payload == null
                ? Optional.empty()
                : ofPayload(type.payload()).share().map(expression -> expression.value(payload, Names::share));
    }

    /** Returns the expression over payloads of this class whose value is the share of a job. */
    public static Optional<PayloadExpression> fairBy(Class<?> payload) {
        return annotated(payload)
                .map(JobType::fairBy)
                .filter(text -> !text.isEmpty())
                .map(text -> PayloadExpression.of(text, () -> "The fairBy \"" + text + "\" of @JobType"));
    }

    /** Returns how long after they are due runs of jobs of this type may begin, by the class that declares it; empty if there is no limit. */
    public Optional<Duration> startWithin(DeclaredType type) {
        return ofPayload(type.payload()).startWithin();
    }

    /** Returns what {@link JobType#startWithin} of this class says. */
    public static Optional<Duration> startWithin(Class<?> payload) {
        return annotated(payload)
                .map(JobType::startWithin)
                .filter(text -> !text.isEmpty())
                .map(DurationFormatterUtils::detectAndParse)
                .map(time -> {
                    if (time.compareTo(Duration.ZERO) <= 0) {
                        throw new BatonException("The startWithin of @JobType is " + time + ", which is not positive");
                    }
                    return time;
                });
    }

    /** Returns the limits of the permits that a job of this type and payload needs, by its handler on this node and the class of its payload. */
    public List<String> permits(String type, @Nullable Object payload) {
        List<PermitRule> ofHandler = ofHandler(type).permits();
        List<PermitRule> ofPayload =
                ofPayload(payload == null ? null : payload.getClass()).permits();
        return ofHandler.isEmpty() && ofPayload.isEmpty()
                ? List.of()
                : Stream.concat(ofHandler.stream(), ofPayload.stream())
                        .map(rule -> rule.limit(payload))
                        .toList();
    }

    /** Returns the stored names of all limits that handlers of this node or their payloads' classes require, each with a type that requires it. */
    public Map<String, String> requiredLimits() {
        Map<String, String> required = new TreeMap<>();
        byName.forEach((name, type) -> Stream.of(ofHandler(name), ofPayload(type.payload()))
                .flatMap(rules -> rules.permits().stream())
                .forEach(rule -> required.put(rule.limit(), name)));
        return required;
    }

    /** Returns the type of jobs with this payload. */
    public DeclaredType forPayload(Object payload) {
        return forClass(PayloadClass.of(payload));
    }

    /** Returns the type of jobs whose payload is of this class. */
    public DeclaredType forClass(Class<?> payload) {
        DeclaredType known = found.get(payload);
        return known != null ? known : lookUp(payload);
    }

    /** Returns the type of this name for jobs with this payload. */
    public DeclaredType forPayload(Object payload, String name) {
        Class<?> given = PayloadClass.of(payload);
        DeclaredType type = named(name);
        Class<?> declared = type.payload();
        if (declared == null && PayloadClass.isPlainValue(given)) {
            return type.of(given);
        }
        if (declared == null) {
            return ownOrUnknown(PayloadClass.checked(given)).named(name);
        }
        if (!declared.isInstance(payload)) {
            throw new InvalidPayloadException(
                    "The job type \"" + name + "\" takes a " + declared.getName() + ", not a " + given.getName());
        }
        return type;
    }

    /** Returns the type of this name. It has the default queue if this node has no handler for it. */
    public DeclaredType named(String type) {
        DeclaredType declared = byName.get(Names.type(type));
        return declared != null ? declared : new DeclaredType(type, DeclaredType.DEFAULT_QUEUE, 0, null);
    }

    /** Returns the annotation of a payload's class, if it has one. */
    public static Optional<JobType> annotated(Class<?> payload) {
        return Optional.ofNullable(payload.getDeclaredAnnotation(JobType.class));
    }

    /** Returns the derived name of a class that declares none, such as {@code process-file} for {@code ProcessFile}. */
    public static String derivedName(Class<?> payload) {
        return Names.kebabCase(payload.getSimpleName());
    }

    private synchronized DeclaredType lookUp(Class<?> type) {
        DeclaredType result = ownOrUnknown(PayloadClass.checked(type));
        Class<?> owner = ownerOf(result.name());
        if (owner != null && owner != result.payload()) {
            throw new InvalidPayloadException("Jobs with a " + type.getName() + " would be stored as \"" + result.name()
                    + "\", which belongs to " + owner.getName()
                    + "; give one of them another name with @JobType(name = ..)");
        }
        found.put(type, result);
        return result;
    }

    private DeclaredType ownOrUnknown(Class<?> type) {
        if (isDeclared(type)) {
            return declaredFor(type);
        }
        Class<?> declared = PayloadClass.declaredSupertype(type, this::isDeclared);
        return declared != null
                ? declaredFor(declared)
                : new DeclaredType(derivedName(type), DeclaredType.DEFAULT_QUEUE, 0, type);
    }

    private boolean isDeclared(Class<?> type) {
        return !handledAs(type).isEmpty() || annotated(type).isPresent();
    }

    private DeclaredType declaredFor(Class<?> payload) {
        JobType says = annotated(payload).orElse(null);
        if (says != null) {
            String name = says.name().isEmpty() ? derivedName(payload) : says.name();
            if (says.afterDeath()) {
                follow(name);
            }
            return new DeclaredType(name, says.queue(), says.priority(), payload);
        }
        List<DeclaredType> types = handledAs(payload);
        if (types.size() != 1) {
            throw new BatonException("Several handlers take a " + payload.getName() + ": "
                    + types.stream().map(DeclaredType::name).toList()
                    + "; say which is meant with job -> job.type(..), or put @JobType(name = ..) on the class");
        }
        return types.get(0);
    }

    private List<DeclaredType> handledAs(Class<?> payload) {
        return byName.values().stream()
                .filter(type -> type.payload() == payload)
                .toList();
    }

    private @Nullable Class<?> ownerOf(String name) {
        DeclaredType owner = byName.get(name);
        if (owner == null) {
            owner = found.values().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst()
                    .orElse(null);
        }
        return owner == null ? null : owner.payload();
    }
}
