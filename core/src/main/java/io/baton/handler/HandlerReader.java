package io.baton.handler;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.PayloadCodec;
import io.baton.Recurrence;
import io.baton.Recurring;
import io.baton.Retry;
import io.baton.handler.Handler.DeclaredRecurrence;
import io.baton.handler.Handler.HandlerSettings;
import io.baton.loop.LogText;
import io.baton.type.DeclaredType;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.Names;
import io.baton.type.PackingCodec;
import io.baton.type.PermitRule;
import io.baton.type.SequenceRule;
import io.baton.type.TypeCatalog;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.StringValueResolver;

/** Creates the handler of a method, or refuses the start with the reason. */
final class HandlerReader {

    private static final Logger log = LoggerFactory.getLogger(HandlerReader.class);

    private static final Pattern GENERATED_SUFFIX = Pattern.compile("#.*");

    private static final String CORRECT_PERMITS = "Correct the @RequiresPermit or @RateLimited on the ";
    private static final String CORRECT_SEQUENCE = "Correct the @InSequence on the ";
    /** What only the job has that died. */
    private static final Set<Signature.Argument> OF_THE_DEAD =
            Set.of(Signature.Argument.PARTITION, Signature.Argument.RESULTS);

    private static final int LARGEST_BATCH = 10_000;

    /** The default batch size of {@link JobHandler}. */
    private static final int DEFAULT_BATCH = 100;

    private final ConfigurableListableBeanFactory beans;
    private final PayloadCodec codec;
    private final MethodRules rules = new MethodRules();
    private final StringValueResolver placeholders;
    private final RetryRule defaultRetry;
    private final Map<String, String> derived = new LinkedHashMap<>();

    HandlerReader(ConfigurableListableBeanFactory beans, PayloadCodec codec, RetryRule defaultRetry) {
        this.beans = beans;
        this.codec = codec;
        this.placeholders = new EmbeddedValueResolver(beans);
        this.defaultRetry = defaultRetry;
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
        Class<?> payload = signature.payload();
        if (payload != null) {
            verify(method, payload);
            method.reading("", CORRECT_PERMITS + "payload.", () -> PermitRule.ofPayload(payload));
            method.reading("", CORRECT_SEQUENCE + "payload.", () -> SequenceRule.on(payload));
            method.reading("", "Correct the @JobType on the payload.", () -> TypeCatalog.fairBy(payload));
            method.reading("", "Correct the @JobType on the payload.", () -> TypeCatalog.startWithin(payload));
        }
        HandlerBean bean = new HandlerBean(beans, method);
        bean.check();
        DeclaredType declared = declared(method, annotation, payload);
        HandlerSettings settings = settings(method, annotation, signature, declared.name());
        DeclaredType own =
                settings.follows() == null ? declared : afterDeath(method, annotation, settings, signature, declared);
        return new Handler(method, own, settings, signature, bean, codec);
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

    private void verify(HandlerMethod method, Class<?> payload) {
        if (PackingCodec.plain(codec) instanceof JacksonPayloadCodec jackson) {
            method.reading(
                    "its payload " + payload.getName() + " cannot be stored as JSON: ",
                    "Make the payload a record, or a class that Jackson can read, create and fill.",
                    () -> {
                        jackson.verify(payload);
                        return payload;
                    });
        }
    }

    private DeclaredType declared(HandlerMethod method, JobHandler annotation, @Nullable Class<?> payload) {
        String name = name(method, annotation, payload);
        String queue = text(method, "queue", annotation.queue());
        Optional<JobType> type = Optional.ofNullable(payload).flatMap(TypeCatalog::annotated);
        type.ifPresent(says -> warnIfOverruled(method, queue, annotation.priority(), says));
        return method.reading(
                "",
                "Correct it in @JobHandler, or in @JobType on the payload.",
                () -> new DeclaredType(
                        name,
                        type.map(JobType::queue).orElse(queue.isEmpty() ? DeclaredType.DEFAULT_QUEUE : queue),
                        type.map(JobType::priority).orElse(annotation.priority()),
                        payload));
    }

    /** Returns the type of the jobs that follow deaths. It has no payload of its own, so that the payload stands for the other type. */
    private static DeclaredType afterDeath(
            HandlerMethod method,
            JobHandler annotation,
            HandlerSettings settings,
            Signature signature,
            DeclaredType follows) {
        method.require(
                signature.payload() != null || !annotation.value().isEmpty(),
                "it is afterDeath, but neither a payload nor a name says whose deaths it handles.",
                "Let it take the payload of those jobs, or name their type: @JobHandler(value = \"..\", afterDeath = true).");
        method.require(
                !settings.list()
                        && Collections.disjoint(signature.arguments(), OF_THE_DEAD)
                        && settings.recurrences().isEmpty()
                        && settings.sequence().isEmpty()
                        && annotation.queue().isEmpty()
                        && annotation.priority() == 0,
                "it is afterDeath, and its jobs come one after each death, in the queue of the job that died; they have no List, Partition,"
                        + " JobResults, @Recurring, @InSequence, queue or priority of their own.",
                "Remove what it has of these.");
        method.require(
                !follows.name().endsWith(Names.AFTER_DEATH),
                "it is afterDeath of the type \"" + follows.name() + "\", whose own deaths are not followed.",
                "Let the handler of those jobs do what is to be done when it fails.");
        return method.reading(
                "",
                "Give the type a shorter name.",
                () -> new DeclaredType(follows.name() + Names.AFTER_DEATH, follows.queue(), follows.priority(), null));
    }

    private String name(HandlerMethod handler, JobHandler annotation, @Nullable Class<?> payload) {
        String onMethod = text(handler, "the name", annotation.value());
        String onPayload = payload == null
                ? ""
                : TypeCatalog.annotated(payload).map(JobType::name).orElse("");
        handler.require(
                onMethod.isEmpty() || onPayload.isEmpty() || onMethod.equals(onPayload),
                "@JobHandler calls its type \"" + onMethod + "\", @JobType on the payload calls it \"" + onPayload
                        + "\".",
                "Leave the name to @JobType, which nodes without this handler read too: remove it from @JobHandler.");
        if (!onMethod.isEmpty()) {
            return onMethod;
        }
        return onPayload.isEmpty() ? derive(handler, payload) : onPayload;
    }

    private String derive(HandlerMethod handler, @Nullable Class<?> payload) {
        String name = payload == null
                ? ofBean(handler) + "." + Names.kebabCase(handler.method().getName())
                : TypeCatalog.derivedName(payload);
        derived.put(name, handler.describe());
        return name;
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
        handler.require(
                annotation.batchSize() >= 1 && annotation.batchSize() <= LARGEST_BATCH,
                "batchSize is " + annotation.batchSize() + ".",
                "Use a batchSize from 1 to " + LARGEST_BATCH + ".");
        handler.require(
                list || annotation.batchSize() == DEFAULT_BATCH,
                "it has a batchSize of " + annotation.batchSize() + ", but takes one job at a time.",
                "Let it take a List of its payloads, or remove batchSize.");
        handler.require(
                annotation.maxAttempts() >= 0,
                "maxAttempts is " + annotation.maxAttempts() + ".",
                "Use a maxAttempts of 1 or more, or 0 for the default of the application.");
        handler.require(
                !annotation.resetAttemptsOnProgress()
                        || !Collections.disjoint(
                                signature.arguments(), Set.of(Signature.Argument.CONTEXT, Signature.Argument.JOBS)),
                "it has resetAttemptsOnProgress, but takes no JobContext, by which a job makes progress.",
                "Let it take a JobContext, or a List<Job<..>>, or remove resetAttemptsOnProgress.");
        handler.require(
                annotation.afterDeath() || !signature.arguments().contains(Signature.Argument.FAILURE),
                "it takes a JobFailure, but handles the jobs and not their deaths.",
                "Write @JobHandler(afterDeath = true), or remove the JobFailure.");
        return new HandlerSettings(
                annotation.maxAttempts(),
                annotation.resetAttemptsOnProgress(),
                timeout(handler, annotation),
                annotation.transactional(),
                list ? annotation.batchSize() : 1,
                list,
                retry(handler),
                handler.reading(
                        "",
                        CORRECT_PERMITS + "method.",
                        () -> PermitRule.on(handler.method(), name -> text(handler, "the name of a limit", name))),
                handler.reading("", CORRECT_SEQUENCE + "method.", () -> SequenceRule.on(handler.method())),
                recurrences(handler, signature, type),
                annotation.afterDeath() ? type : null);
    }

    private List<DeclaredRecurrence> recurrences(HandlerMethod handler, Signature signature, String type) {
        Set<Recurring> annotations =
                AnnotatedElementUtils.findMergedRepeatableAnnotations(handler.method(), Recurring.class);
        if (!annotations.isEmpty()) {
            signature.recurringPayload(handler);
        }
        return annotations.stream()
                .map(each -> handler.reading(
                        "@Recurring: ", "Correct the @Recurring on the method.", () -> recurrence(handler, each, type)))
                .toList();
    }

    private DeclaredRecurrence recurrence(HandlerMethod handler, Recurring annotation, String type) {
        String name = text(handler, "@Recurring name", annotation.name());
        String cron = text(handler, "@Recurring cron", annotation.cron());
        String every = text(handler, "@Recurring every", annotation.every());
        String zone = text(handler, "@Recurring zone", annotation.zone());
        handler.require(
                cron.isEmpty() != every.isEmpty(),
                "its @Recurring says " + (cron.isEmpty() ? "neither cron nor every." : "both cron and every."),
                "Say one of them, such as cron = \"0 0 1 * * *\" or every = \"10m\".");
        Recurrence ticks = cron.isEmpty()
                ? Recurrence.every(duration(handler, "@Recurring every", annotation.every()))
                : Recurrence.cron(cron);
        return new DeclaredRecurrence(
                Names.recurring(name.isEmpty() ? type : name),
                (zone.isEmpty() ? ticks : ticks.zone(zone))
                        .missed(annotation.missed())
                        .overlap(annotation.overlap())
                        .calendar(text(handler, "@Recurring calendar", annotation.calendar())));
    }

    private @Nullable Duration timeout(HandlerMethod handler, JobHandler annotation) {
        if (text(handler, "timeout", annotation.timeout()).isEmpty()) {
            return null;
        }
        Duration timeout = duration(handler, "timeout", annotation.timeout());
        handler.require(
                timeout.compareTo(Duration.ZERO) > 0,
                "its timeout of \"" + annotation.timeout() + "\" would be over at once.",
                "Use a positive timeout, or leave it out for no limit.");
        return timeout;
    }

    private RetryRule retry(HandlerMethod handler) {
        Retry annotation = handler.annotation(Retry.class);
        return annotation == null
                ? defaultRetry
                : handler.reading(
                        "@Retry: ",
                        "Correct the @Retry on the method.",
                        () -> new RetryRule(
                                duration(handler, "@Retry delay", annotation.delay()),
                                annotation.multiplier(),
                                duration(handler, "@Retry maxDelay", annotation.maxDelay()),
                                annotation.jitter(),
                                List.of(annotation.notOn())));
    }

    /** Returns the text of an attribute with resolved placeholders; empty if its placeholder has no value. */
    private String text(HandlerMethod handler, String attribute, String value) {
        RuntimeException cause = null;
        try {
            String resolved = placeholders.resolveStringValue(value);
            if (resolved == null || !resolved.contains("${")) {
                return resolved == null ? "" : resolved.strip();
            }
        } catch (RuntimeException e) {
            cause = e;
        }
        throw handler.refusal(
                "the placeholder in " + attribute + " \"" + value + "\" cannot be resolved.",
                "Set the property it names, or give it a default: \"${name:default}\".",
                cause);
    }

    private Duration duration(HandlerMethod handler, String attribute, String value) {
        String text = text(handler, attribute, value);
        try {
            return DurationFormatterUtils.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw handler.refusal(
                    attribute + " \"" + text + "\" is not a duration.",
                    "Write it like \"30s\", \"10m\", \"1h30m\" or \"PT30S\".",
                    e);
        }
    }
}
