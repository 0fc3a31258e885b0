package io.baton.faults.once;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.Tick;
import io.baton.faults.once.OnceWork.Ticked;
import io.baton.faults.worker.Lifeline;
import io.baton.faults.worker.Trace;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application that does things once. Arguments say which handlers a node has. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class OnceApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        SpringApplication.run(OnceApp.class, arguments).getBean(Trace.class).note("ready", 0);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    @ConditionalOnProperty("knows.nightly")
    static NightlyHandlers nightlyHandlers(
            Jobs jobs,
            JdbcOperations jdbc,
            @Value("${knows.nightly}") int files,
            @Value("${baton.worker.name}") String node) {
        return new NightlyHandlers(jobs, jdbc, files, node);
    }

    @Bean
    @ConditionalOnProperty("knows.ticks")
    static TickHandler tickHandler(JdbcOperations jdbc, @Value("${baton.worker.name}") String node) {
        return new TickHandler(jdbc, node);
    }

    @Bean
    @ConditionalOnProperty("knows.requests")
    static RequestHandlers requestHandlers(JdbcOperations jdbc) {
        return new RequestHandlers(jdbc);
    }

    @Bean
    @ConditionalOnProperty("knows.effects")
    static EffectHandler effectHandler(Once once, JdbcOperations jdbc, Trace trace) {
        return new EffectHandler(once, new IdempotentReceiver(jdbc), trace);
    }

    /** Said, since they are not found in a jar without directories. */
    @Bean
    @ConditionalOnProperty("knows.locks")
    static PersistenceManagedTypes entities() {
        return PersistenceManagedTypes.of(Assignment.class.getName());
    }

    @Bean
    @ConditionalOnProperty("knows.locks")
    static LockHandler lockHandler(
            EntityManagerFactory entities,
            PlatformTransactionManager transactions,
            JdbcOperations jdbc,
            @Value("${knows.locks}") int threads) {
        return new LockHandler(
                SharedEntityManagerCreator.createSharedEntityManager(entities),
                new TransactionTemplate(transactions),
                jdbc,
                threads);
    }

    /** Writes down which ticks had jobs. */
    record TickHandler(JdbcOperations jdbc, String node) {

        @JobHandler(transactional = true)
        void ticked(Ticked work, Tick tick, JobContext job) {
            jdbc.update(
                    "INSERT INTO ticked (schedule, at_second, job_id, node) VALUES (?, ?, ?, ?)",
                    tick.schedule(),
                    tick.at().getEpochSecond(),
                    job.id().value(),
                    node);
        }
    }
}
