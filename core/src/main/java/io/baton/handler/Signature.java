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
        Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).of(jobs);
        }
        return values;
    }
}
