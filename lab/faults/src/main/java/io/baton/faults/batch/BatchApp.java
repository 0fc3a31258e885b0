package io.baton.faults.batch;

import io.baton.faults.worker.Lifeline;
import io.baton.faults.worker.Trace;
import java.nio.file.Path;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** An application whose jobs are items of batches. It ends when its input does. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class BatchApp {

    /** Starts one. */
    public static void main(String[] arguments) {
        Lifeline.hold();
        SpringApplication.run(BatchApp.class, arguments).getBean(Trace.class).note("ready", 0);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static Trace trace(@Value("${notes}") Path path) {
        return new Trace(path);
    }

    @Bean
    @ConditionalOnProperty("trap.point")
    static FoldTrap foldTrap(Environment settings) {
        Path notes = Path.of(settings.getRequiredProperty("notes"));
        return new FoldTrap(
                FoldTrap.Point.valueOf(settings.getRequiredProperty("trap.point")),
                settings.getRequiredProperty("trap.round", Integer.class),
                new Trace(notes),
                FoldTrap.release(notes));
    }

    @Bean
    @ConditionalOnProperty("release.point")
    static ReleaseTrap releaseTrap(Environment settings) {
        Path notes = Path.of(settings.getRequiredProperty("notes"));
        return new ReleaseTrap(
                ReleaseTrap.Point.valueOf(settings.getRequiredProperty("release.point")),
                settings.getRequiredProperty("release.portion", Integer.class),
                new Trace(notes),
                FoldTrap.release(notes));
    }

    @Bean
    static FirstRuns firstRuns(JdbcOperations jdbc, PlatformTransactionManager transactions) {
        TransactionTemplate apart = new TransactionTemplate(transactions);
        apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        return new FirstRuns(jdbc, apart);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static CheckHandlers checkHandlers(
            JdbcOperations jdbc,
            FirstRuns firstRuns,
            Trace trace,
            @Value("${notes}") Path notes,
            @Value("${holds:false}") boolean holds,
            @Value("${baton.worker.name}") String node) {
        return new CheckHandlers(jdbc, firstRuns, node, trace, holds ? FoldTrap.release(notes) : notes);
    }

    @Bean
    @ConditionalOnProperty("notes")
    static StepHandlers stepHandlers(JdbcOperations jdbc, @Value("${notes}") Path notes) {
        return new StepHandlers(new Summaries(jdbc), new Trace(StepHandlers.starts(notes)));
    }

    @Bean
    @ConditionalOnProperty("notes")
    static BatchHandlers batchHandlers(
            JdbcOperations jdbc,
            FirstRuns firstRuns,
            @Value("${baton.worker.name}") String node,
            ObjectProvider<FoldTrap> trap) {
        FoldTrap set = trap.getIfAvailable();
        return new BatchHandlers(jdbc, firstRuns, node, set == null ? round -> {} : set::arm);
    }
}
