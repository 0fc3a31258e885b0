package io.baton.autoconfigure;

import io.baton.Batches;
import io.baton.BatonDataSource;
import io.baton.Diagnostics;
import io.baton.Flows;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.PayloadCodec;
import io.baton.PayloadKeys;
import io.baton.RateLimits;
import io.baton.RecurringJobs;
import io.baton.Semaphores;
import io.baton.Sequences;
import io.baton.Shares;
import io.baton.admin.BatonSteps;
import io.baton.connection.DriverLimits;
import io.baton.connection.EnginePool;
import io.baton.enqueue.CommitWatch;
import io.baton.handler.HandlerTypes;
import io.baton.observation.JobObservations;
import io.baton.start.StartRefusedException;
import io.baton.type.JacksonPayloadCodec;
import io.baton.wakeup.RemoteWakeups;
import io.baton.wiring.ApplicationSide;
import io.baton.wiring.Extensions;
import io.micrometer.observation.ObservationRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.function.SingletonSupplier;

/** Gives an application its job queue: the tables, the {@link Jobs} bean and the handlers. {@link BatonWorkerAutoConfiguration} adds the worker. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration",
            "org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
            "org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration"
        })
@ConditionalOnBean(DataSource.class)
@Conditional({BatonAutoConfiguration.SwitchesCondition.class, BatonAutoConfiguration.OwnJobsCondition.class})
@EnableConfigurationProperties(BatonProperties.class)
@Import(DatabaseInitializationDependencyConfigurer.class)
@ImportRuntimeHints(BatonRuntimeHints.class)
public final class BatonAutoConfiguration {

    @Bean
    BatonDatabase batonDatabase(
            @BatonDataSource ObjectProvider<DataSource> marked,
            ObjectProvider<DataSource> all,
            BatonProperties properties,
            Environment environment) {
        DataSource dataSource = marked.getIfAvailable(all::getIfUnique);
        if (dataSource == null) {
            throw new StartRefusedException(
                    "There are several data sources, none is primary, and none is marked with @BatonDataSource, so Baton cannot"
                            + " determine where its jobs are.",
                    "Mark the DataSource bean whose transactions enqueue jobs with @BatonDataSource (or with @Primary), or switch Baton off with"
                            + " baton.enabled=false.");
        }
        return BatonDatabase.of(dataSource, properties.schema().name(), environment);
    }

    @Bean
    BatonDatabase.SchemaInitializer batonSchema(BatonDatabase database, BatonProperties properties) {
        return new BatonDatabase.SchemaInitializer(
                database, properties.schema().migrate(), properties.payload().bytes());
    }

    @Bean
    @ConditionalOnMissingBean
    PayloadCodec batonPayloadCodec(ObjectProvider<PayloadKeys> keys, BatonProperties properties) {
        return packing(new JacksonPayloadCodec(), keys, properties);
    }

    private static PayloadCodec packing(
            PayloadCodec codec, ObjectProvider<PayloadKeys> keys, BatonProperties properties) {
        return JacksonPayloadCodec.packing(
                codec, keys.getIfAvailable(), properties.payload().compressFrom());
    }

    @Bean
    HandlerTypes batonHandlerTypes(
            ConfigurableListableBeanFactory beans,
            PayloadCodec codec,
            ObjectProvider<PayloadKeys> keys,
            BatonProperties properties,
            Environment environment) {
        UnknownProperties.warn(environment);
        return new HandlerTypes(
                beans, packing(codec, keys, properties), properties.retry().rule());
    }

    @Bean
    static CommitWatch batonCommitWatch() {
        return new CommitWatch();
    }

    @Bean
    Extensions batonExtensions(ListableBeanFactory beans) {
        return Extensions.of(beans);
    }

    @Bean
    @DependsOnDatabaseInitialization
    ApplicationSide batonApplicationSide(
            BatonDatabase database,
            BatonProperties properties,
            HandlerTypes types,
            Extensions extensions,
            ObjectProvider<EnginePool> pool) {
        return new ApplicationSide(
                properties.ofApplication(database, () -> listensOn(database, properties)),
                types,
                extensions,
                pool.getIfAvailable());
    }

    private static @Nullable DataSource listensOn(BatonDatabase database, BatonProperties properties) {
        String url = properties.wakeup().jdbcUrl();
        if (url == null) {
            return null;
        }
        PropertyRules.check(
                RemoteWakeups.canListenAt(url),
                "baton.wakeup.jdbc-url",
                url.replaceFirst("\\?.*", "?.."),
                "a JDBC URL of PostgreSQL, such as jdbc:postgresql://host:5432/database");
        String labelled = Objects.requireNonNull(
                DriverLimits.labelled(url, new Properties(), properties.worker().name()));
        return EnginePool.at(labelled, database.dataSource());
    }

    @Bean
    RemoteWakeups batonRemoteWakeups(ApplicationSide side) {
        return side.remoteWakeups;
    }

    @Bean
    Jobs batonJobs(ApplicationSide side) {
        return side.jobs;
    }

    @Bean
    Batches batonBatches(ApplicationSide side) {
        return side.batches;
    }

    @Bean
    Flows batonFlows(ApplicationSide side) {
        return side.flows;
    }

    @Bean
    RecurringJobs batonRecurringJobs(ApplicationSide side) {
        return side.recurringJobs;
    }

    @Bean
    Once batonOnce(ApplicationSide side) {
        return side.once;
    }

    @Bean
    Semaphores batonSemaphores(ApplicationSide side) {
        return side.semaphores;
    }

    @Bean
    RateLimits batonRateLimits(ApplicationSide side) {
        return side.rateLimits;
    }

    @Bean
    Sequences batonSequences(ApplicationSide side) {
        return side.sequences;
    }

    @Bean
    Shares batonShares(ApplicationSide side) {
        return side.shares;
    }

    /** Is one bean, since each of two would be a candidate for both types. */
    @Bean
    BatonSteps batonSteps(ApplicationSide side) {
        return side.steps;
    }

    @Bean
    Diagnostics batonDiagnostics(ApplicationSide side) {
        return side.diagnostics;
    }

    /** Observes jobs if Micrometer's observation is on the class path, which is optional. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    static class ObservationConfiguration {

        /** The registry is requested late, since its creation may need the data source. */
        @Bean
        JobObservations batonJobObservations(ObjectProvider<ObservationRegistry> registry) {
            return new JobObservations(
                    SingletonSupplier.of(() -> registry.getIfUnique(() -> ObservationRegistry.NOOP)));
        }
    }

    /** Matches unless Baton is switched off. Fails if a switch is neither true nor false, since Spring's conditions would treat it as false. */
    static final class SwitchesCondition extends SpringBootCondition {

        private static final String ENABLED = "baton.enabled";

        private static final List<String> FURTHER = List.of(
                "baton.worker.enabled",
                "baton.wakeup.listen-notify",
                "baton.dashboard.enabled",
                "baton.batches.web.enabled");

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Environment environment = context.getEnvironment();
            if ("false".equalsIgnoreCase(checked(environment, ENABLED))) {
                return ConditionOutcome.noMatch(ENABLED + " is false");
            }
            FURTHER.forEach(property -> checked(environment, property));
            return ConditionOutcome.match(ENABLED + " is not false");
        }

        private static @Nullable String checked(Environment environment, String property) {
            String value = environment.getProperty(property);
            if (value != null && !value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
                throw new StartRefusedException(
                        "The property '" + property + "' is '" + value + "', but must be true or false",
                        "Set " + property + " to true or false.");
            }
            return value;
        }
    }

    /** Matches if no parent context has a job queue, or if this context has its own data source that is marked with {@link BatonDataSource}. */
    static final class OwnJobsCondition extends SpringBootCondition implements ConfigurationCondition {

        @Override
        public ConfigurationPhase getConfigurationPhase() {
            return ConfigurationPhase.REGISTER_BEAN;
        }

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            ConfigurableListableBeanFactory beans = context.getBeanFactory();
            if (beans == null || !BatonDatabase.hasBean(beans.getParentBeanFactory(), BatonDatabase.class)) {
                return ConditionOutcome.match("no parent context has a job queue");
            }
            return marksDataSource(beans)
                    ? ConditionOutcome.match("the context has a data source with @BatonDataSource")
                    : ConditionOutcome.noMatch("a parent context has the job queue");
        }

        /** Ignores data sources without the mark, such as one for reports: their databases have no workers. */
        private static boolean marksDataSource(ConfigurableListableBeanFactory beans) {
            return Arrays.stream(beans.getBeanNamesForType(DataSource.class, true, false))
                    .anyMatch(name -> beans.findAnnotationOnBean(name, BatonDataSource.class, false) != null);
        }
    }
}
