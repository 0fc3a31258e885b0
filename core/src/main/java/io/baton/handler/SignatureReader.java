package io.baton.handler;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.JobResults;
import io.baton.Partition;
import io.baton.Tick;
import io.baton.type.TypeCatalog;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Reads what a handler method takes and returns, and refuses what no job could be given to. */
final class SignatureReader {

    private static final String OWN_CLASS =
            "Let the method take one record or class of your own, such as record ProcessFile(long fileId) {}; a text or a number only"
                    + " where @JobHandler(\"..\") names the type.";

    Signature read(HandlerMethod handler) {
        boolean named = namesItsType(handler);
        List<Argument> arguments = new ArrayList<>();
        Class<?> payload = null;
        for (ResolvableType parameter : handler.parameters()) {
            Argument argument = argument(handler, parameter);
            if (argument.isPayload()) {
                require(payload == null, handler, "it takes more than one payload.", OWN_CLASS);
                payload = payload(handler, argument, parameter, named);
            }
            arguments.add(argument);
        }
        Signature signature = new Signature(payload, List.copyOf(arguments));
        checkContext(handler, signature);
        checkReturn(handler, signature);
        return signature;
    }

    /** Returns whether a text or a number can be its payload, which says nothing of what to do with it. */
    private static boolean namesItsType(HandlerMethod handler) {
        JobHandler annotation = handler.annotation(JobHandler.class);
        return annotation != null && !annotation.value().isEmpty();
    }

    private static Argument argument(HandlerMethod handler, ResolvableType parameter) {
        Class<?> raw = parameter.resolve(Object.class);
        require(
                raw != Job.class,
                handler,
                "it takes a Job, which is for lists only.",
                "Take the payload and a JobContext as two parameters, or a List<Job<..>>.");
        if (raw == JobContext.class) {
            return Argument.CONTEXT;
        }
        if (raw == Partition.class) {
            return Argument.PARTITION;
        }
        if (raw == Tick.class) {
            return Argument.TICK;
        }
        if (raw == JobResults.class) {
            return Argument.RESULTS;
        }
        if (raw != List.class) {
            return Argument.PAYLOAD;
        }
        return parameter.getGeneric(0).resolve() == Job.class ? Argument.JOBS : Argument.PAYLOADS;
    }

    private static Class<?> payload(HandlerMethod handler, Argument argument, ResolvableType parameter, boolean named) {
        ResolvableType type =
                switch (argument) {
                    case PAYLOADS -> parameter.getGeneric(0);
                    case JOBS -> parameter.getGeneric(0).getGeneric(0);
                    default -> parameter;
                };
        Class<?> payload = type.resolve();
        require(
                !handler.beanClass().isHidden() || (payload != null && payload != Object.class),
                handler,
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
        require(
                named || !TypeCatalog.isPlainValue(boxed),
                handler,
                "its payload " + payload.getSimpleName() + " gives the job no name.",
                OWN_CLASS);
        return boxed;
    }

    private static void checkContext(HandlerMethod handler, Signature signature) {
        checkOwn(
                handler,
                signature,
                Argument.CONTEXT,
                "JobContext",
                "Take a List<Job<..>>, whose elements hold payload and context, instead of both.");
        checkOwn(handler, signature, Argument.PARTITION, "Partition", "Take one payload and the Partition.");
        checkOwn(handler, signature, Argument.TICK, "Tick", "Take a List<Job<..>>, whose contexts have a tick().");
        checkOwn(handler, signature, Argument.RESULTS, "JobResults", "Take one payload and the JobResults.");
    }

    /** Of what each job has one. */
    private static void checkOwn(
            HandlerMethod handler, Signature signature, Argument argument, String name, String instead) {
        long count = signature.arguments().stream().filter(argument::equals).count();
        require(count <= 1, handler, "it takes more than one " + name + ".", "Take one " + name + ".");
        require(
                count == 0 || !signature.list(),
                handler,
                "it takes a List and a " + name + ", but each job has its own.",
                instead);
    }

    private static void checkReturn(HandlerMethod handler, Signature signature) {
        Class<?> returned = handler.returned();
        boolean nothing = returned == void.class || returned == Void.class;
        if (signature.list()) {
            require(
                    nothing || returned == JobOutcomes.class,
                    handler,
                    "it takes a List but returns " + returned.getSimpleName()
                            + ", which belongs to no one of its jobs.",
                    "Return void, or JobOutcomes to fail some of the jobs.");
        } else {
            require(
                    returned != JobOutcomes.class,
                    handler,
                    "it returns JobOutcomes but takes a single job.",
                    "Throw to fail the job, or take a List.");
        }
    }

    private static void require(boolean condition, HandlerMethod handler, String problem, String action) {
        if (!condition) {
            throw handler.refusal(problem, action);
        }
    }
}
