package io.baton.worker.run;

import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes threads that end the process, or that wait for this worker to end, such as by closing its application. One that closes a context
 * of its own does neither.
 */
public final class ProcessEnd {

    private static final Set<String> EXITS = Set.of("java.lang.Runtime", "java.lang.Shutdown");

    private volatile @Nullable Thread waiting;

    /** The worker ends, and this thread waits until it has. */
    public void isAwaitedBy(Thread thread) {
        waiting = thread;
    }

    boolean isCausedBy(Thread thread) {
        return thread == waiting
                || Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> EXITS.contains(frame.getClassName())
                                && frame.getMethodName().equals("exit"));
    }
}
