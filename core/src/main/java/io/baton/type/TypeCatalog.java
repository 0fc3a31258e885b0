package io.baton.type;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the name, queue and priority of each payload.
 *
 * <p>Handlers declare their types at the start. An annotation {@link JobType} on the payload's class wins over the handler, so that a node without
 * the handler stores the same job.
 */
public final class TypeCatalog {

    private static final Logger log = LoggerFactory.getLogger(TypeCatalog.class);

    /** A cache. A plain enqueue reads nothing else. */
    private final Map<Class<?>, DeclaredType> found = new ConcurrentHashMap<>();

    private final Map<String, DeclaredType> byName = new ConcurrentHashMap<>();

    private final Map<String, List<PermitRule>> handlerPermits = new ConcurrentHashMap<>();
    private final Map<Class<?>, List<PermitRule>> payloadPermits = new ConcurrentHashMap<>();
    private final Map<String, Optional<SequenceRule>> handlerSequences = new ConcurrentHashMap<>();
    private final Map<Class<?>, Optional<SequenceRule>> payloadSequences = new ConcurrentHashMap<>();
    private final Map<Class<?>, Optional<PayloadExpression>> payloadShares = new ConcurrentHashMap<>();
    // the lock of this guards both
    private final Map<Class<?>, Set<String>> handled = new HashMap<>();
    private final Map<String, Class<?>> owners = new HashMap<>();

    /** Declares a type that has a handler on this node. */
    public synchronized void declare(DeclaredType type) {
        DeclaredType refined = refined(type);
        DeclaredType other = byName.putIfAbsent(type.name(), refined);
        if (other != null && !other.equals(refined)) {
            throw new BatonException("The job type \"" + type.name() + "\" is declared twice: as " + other + " and as "
                    + refined + "; give one of the handlers another name");
        }
        if (type.payload() != null) {
            handled.computeIfAbsent(type.payload(), payload -> new HashSet<>()).add(type.name());
        }
        found.clear();
    }

    /** Declares the permits and the sequences of jobs of this type by the handler on this node. */
    public void declare(String type, List<PermitRule> permits, Optional<SequenceRule> sequence) {
        handlerPermits.put(type, List.copyOf(permits));
        handlerSequences.put(type, sequence);
    }

    /** Returns the rule by which a job of this type and payload is part of a sequence: that of the payload's class or, without one, of the handler. */
    public Optional<SequenceRule> sequence(String type, @Nullable Object payload) {
        Optional<SequenceRule> ofPayload = payload == null
                ? Optional.empty()
                : payloadSequences.computeIfAbsent(payload.getClass(), SequenceRule::on);
        return ofPayload.or(() -> handlerSequences.getOrDefault(type, Optional.empty()));
    }

    /** Returns the share of a job of this type and payload, by the class that declares the type. */
    public Optional<String> share(DeclaredType type, @Nullable Object payload) {
        Class<?> declared = type.payload();
        return declared == null || payload == null
                ? Optional.empty()
                : payloadShares
                        .computeIfAbsent(declared, TypeCatalog::fairBy)
                        .map(expression -> expression.value(payload, Names::share));
    }

    /** Returns the expression over payloads of this class whose value is the share of a job. */
    public static Optional<PayloadExpression> fairBy(Class<?> payload) {
        return annotated(payload)
                .map(JobType::fairBy)
                .filter(text -> !text.isEmpty())
                .map(text -> PayloadExpression.of(text, () -> "The fairBy \"" + text + "\" of @JobType"));
    }

    /** Returns the limits of the permits that a job of this type and payload needs, by its handler on this node and the class of its payload. */
    public List<String> permits(String type, @Nullable Object payload) {
        List<PermitRule> ofHandler = handlerPermits.getOrDefault(type, List.of());
        List<PermitRule> ofPayload = payload == null ? List.of() : permitsOf(payload.getClass());
        return ofHandler.isEmpty() && ofPayload.isEmpty()
                ? List.of()
                : Stream.concat(ofHandler.stream(), ofPayload.stream())
                        .map(rule -> rule.limit(payload))
                        .toList();
    }

    /** Returns the stored names of all limits that handlers of this node or their payloads' classes require, each with a type that requires it. */
    public synchronized Map<String, String> requiredLimits() {
        Map<String, String> required = new TreeMap<>();
        handlerPermits.forEach((type, rules) -> rules.forEach(rule -> required.put(rule.limit(), type)));
        handled.forEach((payload, types) ->
                permitsOf(payload).forEach(rule -> types.forEach(type -> required.put(rule.limit(), type))));
        return required;
    }

    private List<PermitRule> permitsOf(Class<?> payload) {
        return payloadPermits.computeIfAbsent(payload, PermitRule::ofPayload);
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
        if (PayloadClass.isNarrower(given, declared)) {
            return type.of(given);
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
        claimName(result);
        found.put(type, result);
        return result;
    }

    private synchronized DeclaredType ownOrUnknown(Class<?> type) {
        if (isDeclared(type)) {
            return declaredFor(type);
        }
        Class<?> declared = PayloadClass.declaredSupertype(type, this::isDeclared);
        return declared != null
                ? declaredFor(declared)
                : new DeclaredType(derivedName(type), DeclaredType.DEFAULT_QUEUE, 0, type);
    }

    private boolean isDeclared(Class<?> type) {
        return handled.containsKey(type) || annotated(type).isPresent();
    }

    private DeclaredType declaredFor(Class<?> payload) {
        return annotated(payload)
                .map(says -> new DeclaredType(nameOf(payload, says), says.queue(), says.priority(), payload))
                .orElseGet(() -> handledAs(payload));
    }

    private DeclaredType handledAs(Class<?> payload) {
        Set<String> names = handled.getOrDefault(payload, Set.of());
        if (names.size() != 1) {
            throw new BatonException("Several handlers take a " + payload.getName() + ": " + names
                    + "; say which is meant with job -> job.type(..), or put @JobType(name = ..) on the class");
        }
        return named(names.iterator().next());
    }

    private static String nameOf(Class<?> payload, JobType says) {
        return says.name().isEmpty() ? derivedName(payload) : says.name();
    }

    private static DeclaredType refined(DeclaredType type) {
        Class<?> payload = type.payload();
        if (payload == null) {
            return type;
        }
        return annotated(PayloadClass.checkedIfNamed(payload))
                .map(says -> new DeclaredType(type.name(), says.queue(), says.priority(), payload))
                .orElse(type);
    }

    private void claimName(DeclaredType type) {
        Class<?> payload = type.payload();
        Class<?> owner = ownerOf(type.name());
        if (owner != null && owner != payload) {
            throw new InvalidPayloadException("Jobs with a " + (payload == null ? null : payload.getName())
                    + " would be stored as \"" + type.name() + "\", which belongs to " + owner.getName()
                    + "; give one of them another name with @JobType(name = ..)");
        }
        if (owner == null && payload != null) {
            owners.put(type.name(), payload);
            warnOfDerivedName(type, payload);
        }
    }

    private @Nullable Class<?> ownerOf(String name) {
        DeclaredType declared = byName.get(name);
        return declared != null ? declared.payload() : owners.get(name);
    }

    // Leaves out types with handlers, whose derived names the scanner logs.
    private void warnOfDerivedName(DeclaredType type, Class<?> payload) {
        boolean given = annotated(payload).map(JobType::name).orElse("").length() > 0;
        if (!given && !handled.containsKey(payload)) {
            log.warn(
                    "Jobs with a {} are stored as \"{}\", a name taken from the class: renaming the class would orphan them. "
                            + "@JobType(name = \"{}\") on it keeps the name",
                    payload.getName(),
                    type.name(),
                    type.name());
        }
    }
}
