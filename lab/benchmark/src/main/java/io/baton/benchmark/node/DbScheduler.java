package io.baton.benchmark.node;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** db-scheduler. */
final class DbScheduler implements Contestant {

    private final HikariDataSource pool;
    private final OneTimeTask<String> task = Tasks.oneTime("noop", String.class)
            .execute((instance, context) -> StartTimes.OF_THIS_JVM.ran(Payload.index(instance.getData())));
    private final Scheduler scheduler;
    private final AtomicLong ids = new AtomicLong();
    private final String filler;
    private final String idPrefix = UUID.randomUUID().toString();
    private boolean started;

    DbScheduler(Settings settings) throws Exception {
        pool = settings.pool();
        filler = settings.filler();
        Script.run(pool, "db-scheduler.sql");
        scheduler = scheduler(settings);
    }

    private Scheduler scheduler(Settings settings) {
        SchedulerBuilder builder = Scheduler.create(pool, task)
                .schedulerName(new SchedulerName.Fixed(idPrefix))
                .threads(settings.number("threads", 10));
        if (settings.has("upper")) {
            builder.pollUsingLockAndFetch(
                    Double.parseDouble(settings.get("lower", "0.5")), Double.parseDouble(settings.get("upper", "4.0")));
        }
        if (settings.has("poll")) {
            builder.pollingInterval(settings.millis("poll"));
        }
        if (settings.has("heartbeat")) {
            builder.heartbeatInterval(settings.millis("heartbeat")).missedHeartbeatsLimit(4);
        }
        if (settings.has("immediate")) {
            builder.enableImmediateExecution();
        }
        return builder.build();
    }

    @Override
    public void enqueue(int index) {
        scheduler.schedule(instance(index), Instant.now());
    }

    @Override
    public void enqueueAll(int from, int to) {
        scheduler.scheduleBatch(IntStream.range(from, to).mapToObj(this::instance), Instant.now());
    }

    private TaskInstance<?> instance(int index) {
        return task.instance(idPrefix + ids.incrementAndGet(), Payload.json(index, filler));
    }

    @Override
    public void on() {
        if (started) {
            scheduler.resume();
        } else {
            scheduler.start();
            started = true;
        }
    }

    @Override
    public void off() {
        scheduler.pause();
    }
}
