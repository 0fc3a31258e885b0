package io.baton.faults.batch;

import io.baton.faults.Await;
import io.baton.faults.worker.Trace;
import io.baton.faults.worker.WatchedDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Notes how long each transaction takes that releases jobs, and stops the thread that releases them at one of those. The rest of the process goes on. */
final class ReleaseTrap implements BeanPostProcessor {

    private static final Duration FOR_EVER = Duration.ofHours(1);

    private final Point point;
    private final int portion;
    private final Trace trace;
    private final Path release;
    private final AtomicInteger portions = new AtomicInteger();

    /**
     * Creates one.
     *
     * @param portion in which of the portions that this process releases, from 1; in none if it is 0
     * @param release a file that lets the thread go on once it is there
     */
    ReleaseTrap(Point point, int portion, Trace trace, Path release) {
        this.point = point;
        this.portion = portion;
        this.trace = trace;
        this.release = release;
    }

    /** Where. */
    enum Point {
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource target ? new WatchedDataSource(target, OfConnection::new) : bean;
    }

    private void stop(Point here, int itsPortion) {
        if (here == point && itsPortion == portion) {
            trace.note("trapped", portion);
            Await.require(() -> Files.exists(release), FOR_EVER, "the trap was not released");
        }
    }

    /** Knows whether the transaction under way releases jobs, and since when. */
    private final class OfConnection implements WatchedDataSource.Watch {

        private long start;
        private int number;

        @Override
        public void begin() {
            start = System.nanoTime();
            number = 0;
        }

        @Override
        public void statement(String sql) {
            if (sql.startsWith("SELECT") && sql.contains("state = 3 AND ties") && sql.contains("SKIP LOCKED")) {
                number = portions.incrementAndGet();
            }
        }

        @Override
        public void beforeCommit() {
            if (number > 0) {
                long worked = System.nanoTime() - start;
                stop(Point.BEFORE_COMMIT, number);
                start = System.nanoTime() - worked;
            }
        }

        @Override
        public void afterCommit() {
            if (number > 0) {
                trace.note("released", number, System.nanoTime() - start);
                stop(Point.AFTER_COMMIT, number);
                number = 0;
            }
        }
    }
}
