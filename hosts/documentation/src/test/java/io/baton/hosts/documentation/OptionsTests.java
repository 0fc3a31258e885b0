package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.BatchStatus;
import io.baton.Batches;
import io.baton.Chunks;
import io.baton.Diagnosis;
import io.baton.Diagnostics;
import io.baton.Enqueued;
import io.baton.FailedAttempt;
import io.baton.Flow;
import io.baton.FlowGraph;
import io.baton.FlowStatus;
import io.baton.FlowStepState;
import io.baton.Flows;
import io.baton.InSequence;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.JobOutcomes;
import io.baton.JobResults;
import io.baton.JobStep;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.MissedTicks;
import io.baton.OnDead;
import io.baton.OnDuplicate;
import io.baton.Once;
import io.baton.OnceOptions;
import io.baton.OnceResult;
import io.baton.Partition;
import io.baton.RateLimited;
import io.baton.RateLimits;
import io.baton.Recurrence;
import io.baton.Recurring;
import io.baton.RecurringJobs;
import io.baton.RequiresPermit;
import io.baton.Retry;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.Shares;
import io.baton.SignalResult;
import io.baton.Signals;
import io.baton.StepDetails;
import io.baton.Steps;
import io.baton.Tick;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method, attribute and constant that applications use is in the code of some page. */
class OptionsTests {

    private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]+`");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Set<String> OF_ANY_OBJECT =
            Set.of("equals", "hashCode", "toString", "annotationType", "values", "valueOf", "compareTo");

    private static final Set<String> SHOWN = Page.all().stream()
            .flatMap(page -> CODE.matcher(page.text()).results().map(MatchResult::group))
            .flatMap(code -> WORD.matcher(code).results().map(MatchResult::group))
            .collect(Collectors.toUnmodifiableSet());

    static Stream<Class<?>> types() {
        return Stream.of(
                JobType.class,
                JobHandler.class,
                Retry.class,
                RequiresPermit.class,
                RateLimited.class,
                InSequence.class,
                OnDead.class,
                Recurring.class,
                JobOptions.class,
                OnceOptions.class,
                OnDuplicate.class,
                MissedTicks.class,
                Enqueued.class,
                Enqueued.Outcome.class,
                OnceResult.class,
                JobOutcomes.class,
                Jobs.class,
                JobFilter.class,
                JobDetails.class,
                FailedAttempt.class,
                Diagnosis.class,
                Diagnosis.Reason.class,
                Diagnosis.Cause.class,
                Diagnostics.class,
                JobId.class,
                JobContext.class,
                JobResults.class,
                Batches.class,
                Batch.class,
                BatchStatus.class,
                BatchState.class,
                Partition.class,
                Flows.class,
                FlowStatus.class,
                FlowStatus.Step.class,
                FlowStepState.class,
                Flow.class,
                FlowGraph.class,
                Chunks.class,
                Once.class,
                RecurringJobs.class,
                Recurrence.class,
                Tick.class,
                Semaphores.class,
                RateLimits.class,
                Sequences.class,
                Shares.class,
                JobStep.class,
                Signals.class,
                SignalResult.class,
                Steps.class,
                StepDetails.class,
                StepDetails.Kind.class,
                StepDetails.State.class);
    }

    @ParameterizedTest
    @MethodSource("types")
    void every_one_is_shown(Class<?> type) {
        Stream<String> methods = Stream.of(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> isOfNoValue(type) || method.getReturnType() == type)
                .map(Method::getName)
                .filter(name -> !OF_ANY_OBJECT.contains(name) && !name.equals("value"));
        Stream<String> constants = type.isEnum()
                ? Stream.of(type.getEnumConstants()).map(constant -> ((Enum<?>) constant).name())
                : Stream.of();
        List<String> missing = Stream.concat(methods, constants)
                .filter(name -> !SHOWN.contains(name))
                .distinct()
                .sorted()
                .toList();
        assertThat(missing).as("shown in the code of no page").isEmpty();
    }

    /** Of classes and records whose methods return a changed copy, only those need a sample. */
    private static boolean isOfNoValue(Class<?> type) {
        boolean copies = Stream.of(type.getDeclaredMethods()).anyMatch(method -> method.getReturnType() == type);
        return type.isInterface() || type.isEnum() || (type.isRecord() && !copies);
    }
}
