package io.baton.handler;

import io.baton.BatonException;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.PayloadCodec;
import io.baton.Retry;
import io.baton.loop.LogText;
import io.baton.type.DeclaredType;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.PermitRule;
import io.baton.type.TypeCatalog;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;

/** Makes a handler of a method, or says why it cannot be one. */
final class HandlerReader {

    private static final Logger log = LoggerFactory.getLogger(HandlerReader.class);

    private final ConfigurableListableBeanFactory beans;
    private final PayloadCodec codec;
    private final MethodRules rules = new MethodRules();
    private final SignatureReader signatures = new SignatureReader();
    private final Attributes attributes;
    private final SettingsReader settings;
    private final TypeNames names;

    HandlerReader(ConfigurableListableBeanFactory beans, PayloadCodec codec, RetryRule defaultRetry) {
        this.beans = beans;
        this.codec = codec;
        this.attributes = new Attributes(new EmbeddedValueResolver(beans));
        this.settings = new SettingsReader(attributes, defaultRetry);
        this.names = new TypeNames(attributes);
    }

    Handler read(HandlerMethod method) {
        JobHandler asked = method.annotation(JobHandler.class);
        if (asked == null) {
            String carried = method.annotation(Retry.class) == null ? "@Recurring" : "@Retry";
            throw method.refusal(
                    "it carries " + carried + ", but no @JobHandler.",
                    "Put @JobHandler on the method too, or remove " + carried + ".");
        }
        rules.check(method, asked);
        Signature signature = signatures.read(method);
        verify(method, signature.payload());
        verifyLimits(method, signature.payload());
        HandlerBean bean = new HandlerBean(beans, method);
        bean.check();
        DeclaredType declared = declared(method, asked, signature.payload());
        return new Handler(
                method, declared, settings.read(method, asked, signature, declared.name()), signature, bean, codec);
    }

    /** Warns of those that were not told yet, and notes that they are. */
    void warnOfDerivedNames(Set<String> told) {
        names.warnOfDerived(told);
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

    private static void verifyLimits(HandlerMethod method, @Nullable Class<?> payload) {
        if (payload == null) {
            return;
        }
        try {
            PermitRule.ofPayload(payload).forEach(rule -> rule.verify(payload));
        } catch (BatonException e) {
            throw method.refusal(
                    e.getMessage() + ".", "Correct the @RequiresPermit or @RateLimited on the payload.", e);
        }
    }

    private DeclaredType declared(HandlerMethod method, JobHandler asked, @Nullable Class<?> payload) {
        String name = names.name(method, asked, payload);
        String queue = attributes.text(method, "queue", asked.queue());
        Optional<JobType> type = Optional.ofNullable(payload).flatMap(TypeCatalog::annotated);
        type.ifPresent(says -> warnIfOverruled(method, queue, asked.priority(), says));
        try {
            return new DeclaredType(
                    name,
                    type.map(JobType::queue).orElse(queue.isEmpty() ? DeclaredType.DEFAULT_QUEUE : queue),
                    type.map(JobType::priority).orElse(asked.priority()),
                    payload);
        } catch (BatonException e) {
            throw method.refusal(e.getMessage() + ".", "Correct it in @JobHandler, or in @JobType on the payload.", e);
        }
    }

    private static void warnIfOverruled(HandlerMethod method, String queue, int priority, JobType says) {
        boolean otherQueue = !queue.isEmpty() && !queue.equals(says.queue());
        boolean otherPriority = priority != 0 && priority != says.priority();
        if (otherQueue || otherPriority) {
            log.warn(
                    "{} asks for the queue '{}' and priority {} with @JobHandler, but @JobType on its payload means the queue '{}' and"
                            + " priority {}, and wins. Say it in @JobType only, which nodes without this handler read too",
                    method.describe(),
                    LogText.of(queue.isEmpty() ? says.queue() : queue),
                    priority,
                    LogText.of(says.queue()),
                    says.priority());
        }
    }
}
