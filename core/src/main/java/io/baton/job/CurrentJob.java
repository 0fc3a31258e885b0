package io.baton.job;

import org.jspecify.annotations.Nullable;

/** The job whose handler the current thread runs. */
public final class CurrentJob {

    private static final ThreadLocal<@Nullable Fence> CURRENT = new ThreadLocal<>();

    private CurrentJob() {}

    /** Returns its claim, the first of several; null if the thread runs none. */
    public static @Nullable Fence fence() {
        return CURRENT.get();
    }

    /** The thread begins to run the handler of this job. */
    public static void begin(Fence fence) {
        CURRENT.set(fence);
    }

    /** The thread has run it. */
    public static void end() {
        CURRENT.remove();
    }
}
