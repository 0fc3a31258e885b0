package io.baton.testing;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Distinguishes the threads that a test starts from those that other tests of this JVM have left behind, or whose applications still run. */
public final class OwnThreads {

    private final ThreadGroup group = new ThreadGroup("own-threads");

    private OwnThreads() {}

    /** A test that asks for its own threads. */
    public interface Body {

        /** Runs the test. */
        void run(OwnThreads threads) throws Exception;
    }

    /** Runs a test in a thread of its own, which hands its group on to those that it starts. */
    public static void test(Body body) throws Exception {
        OwnThreads own = new OwnThreads();
        Callable<Void> test = () -> {
            body.run(own);
            return null;
        };
        FutureTask<Void> task = new FutureTask<>(test);
        new Thread(own.group, task, "test").start();
        try {
            task.get();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof Error error) {
                throw error;
            }
            throw (Exception) cause;
        }
    }

    /** Returns the names of those that live and begin with this. */
    public List<String> named(String prefix) {
        // the count is an estimate, and threads that find no place are left out silently
        Thread[] all = new Thread[2 * group.activeCount() + 10];
        return Arrays.stream(all, 0, group.enumerate(all))
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }
}
