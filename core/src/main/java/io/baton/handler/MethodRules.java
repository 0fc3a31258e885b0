package io.baton.handler;

import io.baton.InSequence;
import io.baton.JobHandler;
import io.baton.RateLimited;
import io.baton.RequiresPermit;
import io.baton.loop.LogText;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;

/** Refuses handler methods that can be called, but would not do what their author expects. */
final class MethodRules {

    private static final Logger log = LoggerFactory.getLogger(MethodRules.class);

    private static final Set<Integer> OUTSIDE = Set.of(
            TransactionDefinition.PROPAGATION_REQUIRES_NEW,
            TransactionDefinition.PROPAGATION_NOT_SUPPORTED,
            TransactionDefinition.PROPAGATION_NEVER);

    /** The propagations that begin a transaction if there is none, and do not say that a separate one is intended. */
    private static final Set<Integer> OF_ITS_OWN =
            Set.of(TransactionDefinition.PROPAGATION_REQUIRED, TransactionDefinition.PROPAGATION_NESTED);

    static final String NOT_DONE = ", so its work is not done when it returns.";
    static final String WAIT = "Wait for the outcome inside the method and return the value, or void.";

    /** The names of asynchronous types, whose classes may be missing on the class path. */
    private static final Set<String> ASYNC = Set.of(
            "java.util.concurrent.Future",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Flow$Publisher",
            "org.reactivestreams.Publisher",
            "kotlinx.coroutines.Deferred",
            "kotlinx.coroutines.flow.Flow");

    /** Caches by class, since each returned value is checked, whatever its method declares. */
    private static final ClassValue<Boolean> UNFINISHED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isNamed(type) || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
        }
    };

    private final TransactionAttributeSource transactions = new AnnotationTransactionAttributeSource(false);

    void check(HandlerMethod handler, JobHandler annotation) {
        reachable(handler);
        finishedOnReturn(handler);
        limitedWhereItIsRead(handler);
        transaction(handler, annotation.transactional());
        calledByTheWorkerOnly(handler);
    }

    private static void reachable(HandlerMethod handler) {
        int hidden = handler.method().getModifiers() & (Modifier.PRIVATE | Modifier.FINAL | Modifier.STATIC);
        handler.require(
                hidden == 0,
                "it is " + Modifier.toString(hidden) + ", so a proxy of its bean cannot pass the call on.",
                "Make the method package-private or wider, neither final (in Kotlin: open) nor static.");
    }

    private static void limitedWhereItIsRead(HandlerMethod handler) {
        MergedAnnotations ofClass = annotations(handler.beanClass());
        handler.require(
                !ofClass.isPresent(RequiresPermit.class)
                        && !ofClass.isPresent(RateLimited.class)
                        && !ofClass.isPresent(InSequence.class),
                "the class of its bean carries @RequiresPermit, @RateLimited or @InSequence, which would do nothing there.",
                "Put it on the method, or on the class of the payload.");
    }

    private static void finishedOnReturn(HandlerMethod handler) {
        handler.require(
                !AnnotatedElementUtils.hasAnnotation(handler.method(), Async.class)
                        && !AnnotatedElementUtils.hasAnnotation(handler.beanClass(), Async.class),
                "it is @Async, so the job would count as completed before the method has run.",
                "Remove @Async: a job runs on a thread of its own already.");
        handler.require(
                Arrays.stream(handler.method().getParameterTypes())
                        .noneMatch(type -> type.getName().equals("kotlin.coroutines.Continuation")),
                "it is a suspend function, so it may return before its work is done.",
                "Make it a plain function that uses runBlocking inside.");
        Class<?> returned = handler.returned();
        handler.require(!isUnfinished(returned), "it returns a " + returned.getSimpleName() + NOT_DONE, WAIT);
    }

    /** Returns whether a value of this class stands for work that may not be done, or not even begun. */
    static boolean isUnfinished(Class<?> returned) {
        return UNFINISHED.get(returned);
    }

    private static boolean isNamed(Class<?> type) {
        return ASYNC.contains(type.getName())
                || (type.getSuperclass() != null && isNamed(type.getSuperclass()))
                || Arrays.stream(type.getInterfaces()).anyMatch(MethodRules::isNamed);
    }

    /**
     * Refuses {@code @Transactional} that leaves Baton's transaction, or commits before the job completes. REQUIRES_NEW shows intent then, and a
     * read-only transaction commits nothing.
     */
    private void transaction(HandlerMethod handler, boolean transactional) {
        TransactionAttribute own = transactions.getTransactionAttribute(handler.method(), handler.beanClass());
        if (own == null) {
            return;
        }
        handler.require(
                !transactional || !OUTSIDE.contains(own.getPropagationBehavior()),
                "it is transactional = true, but its @Transactional leaves the transaction that Baton opened, so its writes"
                        + " would not commit together with the job's completion.",
                "Remove @Transactional or use Propagation.REQUIRED, or remove transactional = true from @JobHandler.");
        if (!transactional && !own.isReadOnly() && OF_ITS_OWN.contains(own.getPropagationBehavior())) {
            refuseOrWarn(
                    handler,
                    "Transactional",
                    "its @Transactional commits before the job is completed, so that a crash between the two runs it again.",
                    "Write @JobHandler(transactional = true), which commits both together, or use Propagation.REQUIRES_NEW if its"
                            + " transaction is meant to commit alone, as that of another data source does.");
        }
    }

    private static void calledByTheWorkerOnly(HandlerMethod handler) {
        handler.require(
                !annotations(handler.method()).isPresent(Scheduled.class),
                "it is @Scheduled, so that each node also calls it without a job.",
                "Use @Recurring in place of @Scheduled: one job for each tick in the whole cluster.");
        if (carries(handler.method(), "Retryable") || carries(handler.beanClass(), "Retryable")) {
            refuseOrWarn(
                    handler,
                    "Retryable",
                    "it is @Retryable, so that each attempt of the job calls it several times, also after a snooze or a"
                            + " JobRejectedException.",
                    "Use @JobHandler(maxAttempts = ..) and @Retry, or put @Retryable on the method of another bean that it calls.");
        }
    }

    /** Refuses an annotation of the method, and warns of one of the class, which may be intended for other methods. */
    private static void refuseOrWarn(HandlerMethod handler, String annotation, String problem, String action) {
        handler.require(!carries(handler.method(), annotation), problem, action);
        log.warn("The job handler {}", LogText.of(handler.describe() + ": " + problem + " " + action));
    }

    /** Returns whether an element carries an annotation of Spring or Jakarta with this simple name, whose class may be missing on the class path. */
    private static boolean carries(AnnotatedElement element, String annotation) {
        return annotations(element).stream()
                .map(MergedAnnotation::getType)
                .filter(type -> type.getName().startsWith("org.springframework.")
                        || type.getName().startsWith("jakarta."))
                .anyMatch(type -> type.getSimpleName().equals(annotation));
    }

    private static MergedAnnotations annotations(AnnotatedElement element) {
        return MergedAnnotations.from(element, MergedAnnotations.SearchStrategy.TYPE_HIERARCHY);
    }
}
