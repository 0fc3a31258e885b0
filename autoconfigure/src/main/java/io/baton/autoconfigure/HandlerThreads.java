package io.baton.autoconfigure;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The threads that handlers run on: virtual ones where the application enables them, else a pool that the queues' concurrency bounds.
 * Not itself an {@link Executor}: for a bean of that type Boot would leave out the application's task executor.
 */
record HandlerThreads(Executor executor) implements DisposableBean {

    private static final String PREFIX = "baton-job-";

    static HandlerThreads of(Environment environment) {
        return new HandlerThreads(Threading.VIRTUAL.isActive(environment) ? virtual() : platform());
    }

    private static Executor virtual() {
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor(PREFIX);
        executor.setVirtualThreads(true);
        return executor;
    }

    private static Executor platform() {
        CustomizableThreadFactory factory = new CustomizableThreadFactory(PREFIX);
        factory.setDaemon(true);
        return new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    @Override
    public void destroy() {
        if (executor instanceof ExecutorService service) {
            service.shutdown();
        }
    }
}
