package io.baton.benchmark.node;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** Quartz, clustered. */
final class Quartz implements Contestant {

    private static final int AT_ONCE = 500;

    private final Scheduler scheduler;
    private final AtomicLong ids = new AtomicLong();
    private final String idPrefix = UUID.randomUUID().toString();

    Quartz(Settings settings) throws Exception {
        try (var pool = settings.pool()) {
            Script.run(pool, "org/quartz/impl/jdbcjobstore/tables_postgres.sql");
        }
        scheduler = new StdSchedulerFactory(properties(settings)).getScheduler();
    }

    private static Properties properties(Settings settings) {
        String threads = settings.get("threads", "10");
        Properties properties = new Properties();
        properties.setProperty("org.quartz.scheduler.instanceName", "benchmark");
        properties.setProperty("org.quartz.scheduler.instanceId", "AUTO");
        properties.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        properties.setProperty("org.quartz.threadPool.threadCount", threads);
        properties.setProperty("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
        properties.setProperty(
                "org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.PostgreSQLDelegate");
        properties.setProperty("org.quartz.jobStore.isClustered", "true");
        properties.setProperty("org.quartz.jobStore.useProperties", "true");
        properties.setProperty("org.quartz.jobStore.dataSource", "main");
        properties.setProperty("org.quartz.dataSource.main.provider", "hikaricp");
        properties.setProperty("org.quartz.dataSource.main.driver", "org.postgresql.Driver");
        properties.setProperty("org.quartz.dataSource.main.URL", settings.url());
        properties.setProperty("org.quartz.dataSource.main.maxConnections", "12");
        if (settings.has("batched")) {
            properties.setProperty("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", threads);
            properties.setProperty("org.quartz.jobStore.acquireTriggersWithinLock", "true");
        }
        return properties;
    }

    /** Made by Quartz. */
    public static final class Noop implements Job {

        @Override
        public void execute(JobExecutionContext context) {
            StartTimes.OF_THIS_JVM.ran(
                    Payload.index(context.getMergedJobDataMap().getString("payload")));
        }
    }

    @Override
    public void enqueue(int index) throws SchedulerException {
        scheduler.scheduleJob(job(index), now());
    }

    @Override
    public void enqueueAll(int from, int to) throws SchedulerException {
        for (int start = from; start < to; start += AT_ONCE) {
            Map<JobDetail, Set<? extends Trigger>> jobs = new HashMap<>();
            for (int index = start; index < Math.min(start + AT_ONCE, to); index++) {
                jobs.put(job(index), Set.of(now()));
            }
            scheduler.scheduleJobs(jobs, false);
        }
    }

    private JobDetail job(int index) {
        return JobBuilder.newJob(Noop.class)
                .withIdentity(idPrefix + ids.incrementAndGet())
                .usingJobData("payload", Payload.json(index))
                .requestRecovery()
                .build();
    }

    private Trigger now() {
        return TriggerBuilder.newTrigger()
                .withIdentity(idPrefix + ids.incrementAndGet())
                .startNow()
                .build();
    }

    @Override
    public void on() throws SchedulerException {
        scheduler.start();
    }

    @Override
    public void off() throws SchedulerException {
        scheduler.standby();
    }
}
