package io.baton.autoconfigure.lean;

import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that needs nothing beside JDBC; it is started on class paths from which libraries are missing. */
@Configuration
@EnableAutoConfiguration
public class LeanHost {

    private final Set<String> greeted = ConcurrentHashMap.newKeySet();

    @JobType(name = "lean.greet")
    record Greet(String name) {}

    @JobHandler(transactional = true)
    void greet(Greet job) {
        greeted.add(job.name());
    }

    /** Starts, runs a job that was enqueued in a transaction, and stops. */
    public static void run(String... properties) {
        SpringApplication application = new SpringApplication(LeanHost.class);
        try (var host = application.run(properties)) {
            new TransactionTemplate(host.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status -> host.getBean(Jobs.class).enqueue(new Greet("world")));
            await().until(() -> host.getBean(LeanHost.class).greeted.contains("world"));
        }
    }
}
