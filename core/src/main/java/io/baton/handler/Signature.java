package io.baton.handler;

import io.baton.Job;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a handler method takes.
 *
 * @param payload the class of one payload; none for a handler that takes none
 * @param arguments what each parameter is given, in the method's order
 */
record Signature(@Nullable Class<?> payload, List<Argument> arguments) {

    boolean list() {
        return arguments.stream().anyMatch(Argument::isList);
    }

    Object[] arguments(List<Job<?>> jobs) {
        return arguments.stream().map(argument -> argument.of(jobs)).toArray();
    }
}
