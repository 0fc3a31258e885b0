package io.baton.benchmark.node;

import com.zaxxer.hikari.HikariDataSource;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.scheduling.JobScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.storage.sql.common.SqlStorageProviderFactory;
import org.jobrunr.utils.mapper.jackson3.Jackson3JsonMapper;

/** JobRunr. Public, as is what it calls. */
public final class JobRunrServer implements Contestant {

    private final HikariDataSource pool;
    private final JobScheduler scheduler;
    private final BackgroundJobServer server;
    private boolean started;

    JobRunrServer(Settings settings) {
        pool = settings.pool();
        var jobRunr = JobRunr.configure()
                .useJsonMapper(new Jackson3JsonMapper())
                .useStorageProvider(SqlStorageProviderFactory.using(pool))
                .useBackgroundJobServer(configuration(settings), false)
                .initialize();
        scheduler = jobRunr.getJobScheduler();
        server = jobRunr.getBackgroundJobServer();
    }

    private static BackgroundJobServerConfiguration configuration(Settings settings) {
        var configuration = BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration();
        if (settings.has("threads")) {
            configuration.andWorkerCount(settings.number("threads", 0));
        }
        if (settings.has("poll")) {
            configuration.andPollInterval(settings.millis("poll"));
        }
        return configuration;
    }

    /** Called by JobRunr. */
    public static void run(int index, String filler) {
        StartTimes.OF_THIS_JVM.ran(index);
    }

    @Override
    public void enqueue(int index) {
        scheduler.enqueue(() -> run(index, Payload.FILLER));
    }

    @Override
    public void enqueueAll(int from, int to) {
        Stream<Integer> indexes = IntStream.range(from, to).boxed();
        scheduler.enqueue(indexes, index -> run(index, Payload.FILLER));
    }

    @Override
    public void on() {
        if (started) {
            server.resumeProcessing();
        } else {
            server.start();
            started = true;
        }
    }

    @Override
    public void off() {
        if (started) {
            server.pauseProcessing();
        }
    }
}
