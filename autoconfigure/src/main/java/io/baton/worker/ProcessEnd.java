package io.baton.worker;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Tells of a thread that ends the process or closes the application, and so waits for its worker to end. */
final class ProcessEnd {

    private static final Map<String, Set<String>> ENDINGS = Map.of(
            "java.lang.Runtime", Set.of("exit"),
            "java.lang.Shutdown", Set.of("exit"),
            "org.springframework.context.support.AbstractApplicationContext", Set.of("close"));

    private ProcessEnd() {}

    static boolean isCausedBy(Thread thread) {
        return Stream.of(thread.getStackTrace()).anyMatch(frame -> ENDINGS.getOrDefault(frame.getClassName(), Set.of())
                .contains(frame.getMethodName()));
    }
}
