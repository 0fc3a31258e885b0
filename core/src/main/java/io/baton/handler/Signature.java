package io.baton.handler;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobFailure;
import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.JobRejectedException;
import io.baton.JobResults;
import io.baton.Partition;
import io.baton.Tick;
import io.baton.type.PayloadClass;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanInstantiationException;
import org.springframework.beans.BeanUtils;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * The parameters of a handler method.
 *
 * @param payload the class of one payload; null if the method takes none
 * @param arguments the kind of each parameter, in the order of the method
 */
record Signature(@Nullable Class<?> payload, List<Argument> arguments) {

    private static final String OWN_CLASS =
            "Let the method take one record or class of your own, such as record ProcessFile(long fileId) {}; a text or a number only"
                    + " where @JobHandler(\"..\") names the type.";

    private static final String EMPTY_CLASS =
            "Let the method take no payload, or a class with a constructor without parameters, such as record Nightly() {}.";

    /** The kind of a parameter, from which its value follows. */
    enum Argument {
        PAYLOAD(null),
        PAYLOADS(null),
        JOBS(null),
        CONTEXT(JobContext.class),
        PARTITION(Partition.class),
        TICK(Tick.class),
        RESULTS(JobResults.class),
        FAILURE(JobFailure.class);

        /** The class of a parameter whose value each job has; null for a payload. */
        private final @Nullable Class<?> type;

        Argument(@Nullable Class<?> type) {
            this.type = type;
        }

        private Object of(List<Job<?>> jobs) {
            JobContext job = jobs.get(0).context();
            return switch (this) {
                case PAYLOAD -> jobs.get(0).payload();
                case PAYLOADS -> jobs.stream().map(Job::payload).toList();
                case JOBS -> List.copyOf(jobs);
                case CONTEXT -> job;
                case PARTITION -> job.partition().orElse(Partition.WHOLE);
                case TICK -> tick(job);
                case RESULTS -> job.results();
                case FAILURE -> job.failure().orElseThrow();
            };
        }

        private static Tick tick(JobContext job) {
            return job.tick()
                    .orElseThrow(() -> new JobRejectedException("Job " + job.id() + " (" + job.type()
                            + ") was not enqueued by a recurring job and has no tick, but its handler takes one: use"
                            + " RecurringJobs.trigger, or let the handler call JobContext.tick()"));
        }

        private boolean isList() {
            return this == PAYLOADS || this == JOBS;
        }
    }

    /** Reads the parameters and the return type of a method, and refuses a method that cannot take jobs. */
    static Signature of(HandlerMethod handler) {
        List<Argument> arguments = new ArrayList<>();
        Class<?> payload = null;
        for (ResolvableType parameter : handler.parameters()) {
            Argument argument = argument(handler, parameter);
            if (argument.type == null) {
                handler.require(payload == null, "it takes more than one payload.", OWN_CLASS);
                payload = payload(handler, argument, parameter);
            }
            arguments.add(argument);
        }
        Signature signature = new Signature(payload, List.copyOf(arguments));
        arguments.forEach(argument -> signature.checkOwn(handler, argument));
        signature.checkReturn(handler);
        return signature;
    }

    private static Argument argument(HandlerMethod handler, ResolvableType parameter) {
        Class<?> raw = parameter.resolve(Object.class);
        handler.require(
                raw != Job.class,
                "it takes a Job, which is for lists only.",
                "Take the payload and a JobContext as two parameters, or a List<Job<..>>.");
        for (Argument each : Argument.values()) {
            if (each.type == raw) {
                return each;
            }
        }
        if (raw != List.class) {
            return Argument.PAYLOAD;
        }
        return parameter.getGeneric(0).resolve() == Job.class ? Argument.JOBS : Argument.PAYLOADS;
    }

    private static Class<?> payload(HandlerMethod handler, Argument argument, ResolvableType parameter) {
        ResolvableType type =
                switch (argument) {
                    case PAYLOADS -> parameter.getGeneric(0);
                    case JOBS -> parameter.getGeneric(0).getGeneric(0);
                    default -> parameter;
                };
        Class<?> payload = type.resolve();
        handler.require(
                !handler.beanClass().isHidden() || (payload != null && payload != Object.class),
                "its bean is a lambda, which hides the class of its payload.",
                "Write a class that implements the interface and names the payload.");
        if (payload == null) {
            throw handler.refusal(
                    argument.isList()
                            ? "its List does not say what it is a list of."
                            : "the class of its payload cannot be determined from the class of its bean.",
                    argument.isList()
                            ? "Name the payload: List<ProcessFile> or List<Job<ProcessFile>>."
                            : "Name the payload's class in the method, or in the class that extends the generic one.");
        }
        Class<?> boxed = ClassUtils.resolvePrimitiveIfNecessary(payload);
        handler.require(
                namesItsType(handler) || !PayloadClass.isPlainValue(boxed),
                "its payload " + payload.getSimpleName() + " gives the job no name.",
                OWN_CLASS);
        return boxed;
    }

    /** Returns whether {@code @JobHandler} names the type. A text or a number can be a payload only then, since its class does not say what to do. */
    private static boolean namesItsType(HandlerMethod handler) {
        JobHandler annotation = handler.annotation(JobHandler.class);
        return annotation != null && !annotation.value().isEmpty();
    }

    /** Refuses a parameter of which each job has its own beside a list. */
    private void checkOwn(HandlerMethod handler, Argument argument) {
        String name = argument.type == null ? "" : argument.type.getSimpleName();
        handler.require(
                name.isEmpty() || !list(),
                "it takes a List and a " + name + ", but each job has its own.",
                "Take a List<Job<..>>, whose elements hold payload and context, or one payload and the " + name + ".");
    }

    private void checkReturn(HandlerMethod handler) {
        Class<?> returned = handler.returned();
        boolean nothing = returned == void.class || returned == Void.class;
        if (list()) {
            handler.require(
                    nothing || returned == JobOutcomes.class,
                    "it takes a List but returns " + returned.getSimpleName()
                            + ", which belongs to no one of its jobs.",
                    "Return void, or JobOutcomes to fail some of the jobs.");
        } else {
            handler.require(
                    returned != JobOutcomes.class,
                    "it returns JobOutcomes but takes a single job.",
                    "Throw to fail the job, or take a List.");
        }
    }

    /** Returns a payload for a recurring job, or null if the method takes none. Refuses the method if there cannot be one. */
    @Nullable
    Object recurringPayload(HandlerMethod handler) {
        handler.require(
                !list(),
                "it takes a List, but a recurring job is one job at a time.",
                "Take one payload or none, or take @Recurring away.");
        if (payload == null) {
            return null;
        }
        String problem = "its @Recurring needs a payload, and " + payload.getName()
                + " has no constructor without parameters, or one that fails.";
        handler.require(!PayloadClass.isPlainValue(payload), problem, EMPTY_CLASS);
        try {
            return BeanUtils.instantiateClass(payload);
        } catch (BeanInstantiationException e) {
            throw handler.refusal(problem, EMPTY_CLASS, e);
        }
    }

    boolean list() {
        return arguments.stream().anyMatch(Argument::isList);
    }

    Object[] arguments(List<Job<?>> jobs) {
        Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).of(jobs);
        }
        return values;
    }
}
