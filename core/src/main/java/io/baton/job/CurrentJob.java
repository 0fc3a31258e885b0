package io.baton.job;

import org.jspecify.annotations.Nullable;

/** The job whose handler the current thread runs. */
public final class CurrentJob {

    private static final ThreadLocal<@Nullable Fence> CURRENT = new ThreadLocal<>();

    private CurrentJob() {}

    /** Returns the claim of the thread's job, the first if a handler gets several; null if the thread runs none. */
    public static @Nullable Fence fence() {
        return CURRENT.get();
    }

    /** Records that the thread begins to run the handler of this job. */
    public static void begin(Fence fence) {
        CURRENT.set(fence);
    }

    /** Records that the handler has returned. */
    public static void end() {
        // setting null is cheaper than removing an entry that the thread's next job sets again
        CURRENT.set(null);
    }
}
