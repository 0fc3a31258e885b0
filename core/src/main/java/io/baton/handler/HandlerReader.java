package io.baton.handler;

import io.baton.BatonException;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.PayloadCodec;
import io.baton.Retry;
import io.baton.loop.LogText;
import io.baton.start.StartRefusedException;
import io.baton.type.DeclaredType;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.Names;
import io.baton.type.PermitRule;
import io.baton.type.TypeCatalog;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;

/** Creates the handler of a method, or refuses the start with the reason. */
final class HandlerReader {

    private static final Logger log = LoggerFactory.getLogger(HandlerReader.class);

    private static final Pattern GENERATED_SUFFIX = Pattern.compile("#.*");

    private static final int LARGEST_BATCH = 10_000;

    /** The default batch size of {@link JobHandler}. */
    private static final int DEFAULT_BATCH = 100;

    private final ConfigurableListableBeanFactory beans;
    private final PayloadCodec codec;
    private final MethodRules rules = new MethodRules();
    private final Attributes attributes;
    private final RetryRule defaultRetry;
    private final RecurrenceReader recurrences;
    private final Map<String, String> derived = new LinkedHashMap<>();

    HandlerReader(ConfigurableListableBeanFactory beans, PayloadCodec codec, RetryRule defaultRetry) {
        this.beans = beans;
        this.codec = codec;
        this.attributes = new Attributes(new EmbeddedValueResolver(beans));
        this.defaultRetry = defaultRetry;
        this.recurrences = new RecurrenceReader(attributes);
    }

    Handler read(HandlerMethod method) {
        JobHandler annotation = method.annotation(JobHandler.class);
        if (annotation == null) {
            String carried = method.annotation(Retry.class) == null ? "@Recurring" : "@Retry";
            throw method.refusal(
                    "it carries " + carried + ", but no @JobHandler.",
                    "Put @JobHandler on the method too, or remove " + carried + ".");
        }
        rules.check(method, annotation);
        Signature signature = Signature.of(method);
        verify(method, signature.payload());
        Class<?> payload = signature.payload();
        if (payload != null) {
            permits(method, "payload", () -> PermitRule.ofPayload(payload));
        }
        HandlerBean bean = new HandlerBean(beans, method);
        bean.check();
        DeclaredType declared = declared(method, annotation, signature.payload());
        return new Handler(
                method, declared, settings(method, annotation, signature, declared.name()), signature, bean, codec);
    }

    /** Warns of derived names, which a renaming would change. Leaves out names that were logged, and adds the others to them. */
    void warnOfDerivedNames(Set<String> logged) {
        derived.keySet().removeAll(logged);
        logged.addAll(derived.keySet());
        if (!derived.isEmpty()) {
            log.warn(
                    "The names of these job types are taken from classes, beans or methods: {}. Renaming one of those would orphan"
                            + " the jobs that wait under the name. Fix a name with @JobType(name = \"..\") on the payload, or with"
                            + " @JobHandler(\"..\") where there is none",
                    derived.entrySet().stream()
                            .map(each -> each.getKey() + " (" + each.getValue() + ")")
                            .collect(Collectors.joining(", ")));
        }
    }

    private void verify(HandlerMethod method, @Nullable Class<?> payload) {
        if (payload == null || !(codec instanceof JacksonPayloadCodec jackson)) {
            return;
        }
        try {
            jackson.verify(payload);
        } catch (RuntimeException e) {
            throw method.refusal(
                    "its payload " + payload.getName() + " cannot be stored as JSON: " + e.getMessage(),
                    "Make the payload a record, or a class that Jackson can read, create and fill.",
                    e);
        }
    }

    /** Returns the permits of the annotations on the payload or the method, and refuses invalid ones. */
    private static List<PermitRule> permits(HandlerMethod method, String place, Supplier<List<PermitRule>> rules) {
        try {
            return rules.get();
        } catch (StartRefusedException e) {
            throw e;
        } catch (BatonException e) {
            throw method.refusal(
                    e.getMessage() + ".", "Correct the @RequiresPermit or @RateLimited on the " + place + ".", e);
        }
    }

    private DeclaredType declared(HandlerMethod method, JobHandler annotation, @Nullable Class<?> payload) {
        String name = name(method, annotation, payload);
        String queue = attributes.text(method, "queue", annotation.queue());
        Optional<JobType> type = Optional.ofNullable(payload).flatMap(TypeCatalog::annotated);
        type.ifPresent(says -> warnIfOverruled(method, queue, annotation.priority(), says));
        try {
            return new DeclaredType(
                    name,
                    type.map(JobType::queue).orElse(queue.isEmpty() ? DeclaredType.DEFAULT_QUEUE : queue),
                    type.map(JobType::priority).orElse(annotation.priority()),
                    payload);
        } catch (BatonException e) {
            throw method.refusal(e.getMessage() + ".", "Correct it in @JobHandler, or in @JobType on the payload.", e);
        }
    }

    private String name(HandlerMethod handler, JobHandler annotation, @Nullable Class<?> payload) {
        String onMethod = attributes.text(handler, "the name", annotation.value());
        String onPayload = payload == null
                ? ""
                : TypeCatalog.annotated(payload).map(JobType::name).orElse("");
        if (!onMethod.isEmpty() && !onPayload.isEmpty() && !onMethod.equals(onPayload)) {
            throw handler.refusal(
                    "@JobHandler calls its type \"" + onMethod + "\", @JobType on the payload calls it \"" + onPayload
                            + "\".",
                    "Leave the name to @JobType, which nodes without this handler read too: remove it from @JobHandler.");
        }
        if (!onMethod.isEmpty()) {
            return onMethod;
        }
        return onPayload.isEmpty() ? derive(handler, payload) : onPayload;
    }

    private String derive(HandlerMethod handler, @Nullable Class<?> payload) {
        String name = payload == null ? ofMethod(handler) : TypeCatalog.derivedName(payload);
        derived.put(name, handler.describe());
        return name;
    }

    private static String ofMethod(HandlerMethod handler) {
        return ofBean(handler) + "." + Names.kebabCase(handler.method().getName());
    }

    // the bean name of an imported or nested class is its full class name, which must not be stored
    private static String ofBean(HandlerMethod handler) {
        String bean = GENERATED_SUFFIX
                .matcher(BeanFactoryUtils.transformedBeanName(handler.beanName()))
                .replaceAll("");
        boolean namedByClass = bean.equals(handler.beanClass().getName());
        return namedByClass ? TypeCatalog.derivedName(handler.beanClass()) : Names.kebabCase(bean);
    }

    private static void warnIfOverruled(HandlerMethod method, String queue, int priority, JobType says) {
        boolean otherQueue = !queue.isEmpty() && !queue.equals(says.queue());
        boolean otherPriority = priority != 0 && priority != says.priority();
        if (otherQueue || otherPriority) {
            log.warn(
                    "{} has the queue '{}' and priority {} in @JobHandler, but @JobType on its payload means the queue '{}' and"
                            + " priority {}, and wins. Say it in @JobType only, which nodes without this handler read too",
                    method.describe(),
                    LogText.of(queue.isEmpty() ? says.queue() : queue),
                    priority,
                    LogText.of(says.queue()),
                    says.priority());
        }
    }

    private HandlerSettings settings(HandlerMethod handler, JobHandler annotation, Signature signature, String type) {
        boolean list = signature.list();
        if (annotation.batchSize() < 1 || annotation.batchSize() > LARGEST_BATCH) {
            throw handler.refusal(
                    "batchSize is " + annotation.batchSize() + ".", "Use a batchSize from 1 to " + LARGEST_BATCH + ".");
        }
        if (!list && annotation.batchSize() != DEFAULT_BATCH) {
            throw handler.refusal(
                    "it has a batchSize of " + annotation.batchSize() + ", but takes one job at a time.",
                    "Let it take a List of its payloads, or remove batchSize.");
        }
        if (annotation.maxAttempts() < 0) {
            throw handler.refusal(
                    "maxAttempts is " + annotation.maxAttempts() + ".",
                    "Use a maxAttempts of 1 or more, or 0 for the default of the application.");
        }
        return new HandlerSettings(
                annotation.maxAttempts(),
                timeout(handler, annotation),
                annotation.transactional(),
                list ? annotation.batchSize() : 1,
                list,
                retry(handler),
                permits(
                        handler,
                        "method",
                        () -> PermitRule.on(
                                handler.method(), name -> attributes.text(handler, "the name of a limit", name))),
                recurrences.read(handler, signature, type));
    }

    private @Nullable Duration timeout(HandlerMethod handler, JobHandler annotation) {
        if (attributes.text(handler, "timeout", annotation.timeout()).isEmpty()) {
            return null;
        }
        Duration timeout = attributes.duration(handler, "timeout", annotation.timeout());
        if (timeout.isZero() || timeout.isNegative()) {
            throw handler.refusal(
                    "its timeout of \"" + annotation.timeout() + "\" would be over at once.",
                    "Use a positive timeout, or leave it out for no limit.");
        }
        return timeout;
    }

    private RetryRule retry(HandlerMethod handler) {
        Retry annotation = handler.annotation(Retry.class);
        return annotation == null ? defaultRetry : retry(handler, annotation);
    }

    private RetryRule retry(HandlerMethod handler, Retry annotation) {
        Duration delay = attributes.duration(handler, "@Retry delay", annotation.delay());
        Duration maxDelay = attributes.duration(handler, "@Retry maxDelay", annotation.maxDelay());
        try {
            return new RetryRule(
                    delay, annotation.multiplier(), maxDelay, annotation.jitter(), List.of(annotation.notOn()));
        } catch (IllegalArgumentException e) {
            throw handler.refusal("@Retry: " + e.getMessage() + ".", "Correct the @Retry on the method.", e);
        }
    }
}
