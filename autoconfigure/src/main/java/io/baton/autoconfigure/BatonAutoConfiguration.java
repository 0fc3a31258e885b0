package io.baton.autoconfigure;

import io.baton.BatonDataSource;
import io.baton.BatonTransactionManager;
import io.baton.Diagnostics;
import io.baton.PayloadCodec;
import io.baton.admin.BatonJobs;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.database.OwnTransactions;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.CommitWatch;
import io.baton.enqueue.EnqueueListener;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.handler.HandlerTypes;
import io.baton.job.Capability;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.JobRoles;
import io.baton.observation.JobObservations;
import io.baton.recurring.BatonRecurringJobs;
import io.baton.recurring.ScheduleChanges;
import io.baton.start.StartRefusedException;
import io.baton.type.JacksonPayloadCodec;
import io.baton.unique.UniqueJobs;
import io.baton.unique.UniqueKeys;
import io.baton.wakeup.WakeupPublisher;
import io.baton.wiring.HandlerTransactions;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.sql.init.dependency.DatabaseInitializationDependencyConfigurer;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.function.SingletonSupplier;

/** Gives an application its job queue: the tables, the {@link Jobs} bean and the handlers. The worker is {@link BatonWorkerAutoConfiguration}'s. */
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
@Conditional({SwitchesCondition.class, OwnJobsCondition.class})
@EnableConfigurationProperties(BatonProperties.class)
@Import({
    DatabaseInitializationDependencyConfigurer.class,
    WakeupConfiguration.class,
    PermitConfiguration.class,
    BatchConfiguration.class,
    OnceConfiguration.class
})
@ImportRuntimeHints(BatonRuntimeHints.class)
public final class BatonAutoConfiguration {

    @Bean
    static ConfigurationPropertiesBindHandlerAdvisor batonVariablesOfServices() {
        return EnvironmentVariables::withoutServices;
    }

    @Bean
    BatonDatabase batonDatabase(
            @BatonDataSource ObjectProvider<DataSource> marked,
            ObjectProvider<DataSource> all,
            BatonProperties properties,
            Environment environment) {
        DataSource dataSource = marked.getIfAvailable(all::getIfUnique);
        if (dataSource == null) {
            String problem =
                    "There are several data sources, none is primary, and none is marked with @BatonDataSource";
            throw new StartRefusedException(
                    problem,
                    problem + ", so Baton cannot determine where its jobs are.",
                    "Mark the DataSource bean whose transactions enqueue jobs with @BatonDataSource (or with @Primary), or switch Baton off with"
                            + " baton.enabled=false.",
                    null);
        }
        return BatonDatabase.of(dataSource, properties.schema().name(), environment);
    }

    @Bean
    SchemaInitializer batonSchema(BatonDatabase database, BatonProperties properties) {
        return new SchemaInitializer(database, properties.schema().migrate());
    }

    /** On the application's connections. */
    @Bean
    @DependsOnDatabaseInitialization
    StoreFactory batonStoreFactory(
            BatonDatabase database, BatonProperties properties, ObjectProvider<InsertObserver> observer) {
        return new StoreFactory(
                database.dataSource(),
                database.schema(),
                properties,
                observer.getIfAvailable(() -> InsertObserver.NONE));
    }

    @Bean
    JobRoles batonJobRoles(StoreFactory stores, ObjectProvider<Capability> capabilities) {
        return stores.jobs(capabilities.orderedStream().toList());
    }

    @Bean
    @ConditionalOnMissingBean
    PayloadCodec batonPayloadCodec() {
        return new JacksonPayloadCodec();
    }

    @Bean
    HandlerTypes batonHandlerTypes(
            ConfigurableListableBeanFactory beans,
            PayloadCodec codec,
            BatonProperties properties,
            Environment environment) {
        UnknownProperties.warn(environment);
        return new HandlerTypes(beans, codec, properties.retry().rule());
    }

    @Bean
    static CommitWatch batonCommitWatch() {
        return new CommitWatch();
    }

    /** Adds the watch to the transaction managers that the application made; Boot adds it to its own. */
    @Bean
    static BeanPostProcessor batonCommitWatchRegistrar(ObjectProvider<CommitWatch> watch) {
        return new BeanPostProcessor() {

            @Override
            public Object postProcessAfterInitialization(Object bean, String beanName) {
                if (bean instanceof ConfigurableTransactionManager manager
                        && !manager.getTransactionExecutionListeners().contains(watch.getObject())) {
                    manager.addListener(watch.getObject());
                }
                return bean;
            }
        };
    }

    @Bean
    SignalAfterCommit batonSignalAfterCommit(WakeupPublisher publisher, ObjectProvider<EnqueueListener> listeners) {
        return new SignalAfterCommit(publisher, listeners.orderedStream().toList());
    }

    /** On the application's own connections, of which it needs some at its creation. */
    @Bean
    OwnTransactions batonOwnTransactions(BatonDatabase database) {
        return new OwnTransactions(database.dataSource(), true);
    }

    /** Lazy, since it reads every transaction manager: for the worker, and for rows that are locked by an object mapper. */
    @Bean
    @Lazy
    HandlerTransactions batonHandlerTransactions(
            BatonDatabase database,
            @BatonTransactionManager ObjectProvider<PlatformTransactionManager> marked,
            ObjectProvider<PlatformTransactionManager> all,
            ListableBeanFactory beans) {
        return HandlerTransactions.on(database.dataSource(), marked, all, beans);
    }

    @Bean
    CallersTransaction batonCallersTransaction(
            BatonDatabase database, OwnTransactions own, BatonProperties properties) {
        return new CallersTransaction(
                database.dataSource(),
                own.once(),
                own.onceForOneStatement(),
                properties.enqueue().allowForeignTransaction());
    }

    @Bean
    Enqueuer batonEnqueuer(
            UniqueJobs jobs,
            HandlerTypes handlerTypes,
            PayloadCodec codec,
            CallersTransaction transaction,
            SignalAfterCommit signal,
            BatonProperties properties) {
        return new Enqueuer(
                handlerTypes::types,
                codec,
                jobs,
                transaction,
                signal,
                properties.payload().bytes());
    }

    /** With batches of its own, since the application may wrap or mock the bean. */
    @Bean
    BatonJobs batonJobs(
            Enqueuer enqueuer,
            JobRoles jobs,
            CallersTransaction transaction,
            SignalAfterCommit signal,
            BatchWork work,
            StoreFactory stores) {
        return new BatonJobs(
                enqueuer, jobs.admin(), stores.workers(List.of()), transaction, signal, new BatonBatches(work));
    }

    @Bean
    Diagnostics batonDiagnostics(StoreFactory stores) {
        return stores.diagnostics();
    }

    @Bean
    Capability batonUniqueKeys() {
        return UniqueKeys::new;
    }

    @Bean
    UniqueJobs batonUniqueJobs(StoreFactory stores, JobRoles jobs) {
        return new UniqueJobs(stores.keys(), jobs.inserts());
    }

    @Bean
    ScheduleChanges batonScheduleChanges() {
        return new ScheduleChanges();
    }

    @Bean
    BatonRecurringJobs batonRecurringJobs(
            StoreFactory stores, CallersTransaction transaction, Enqueuer enqueuer, ScheduleChanges changes) {
        return new BatonRecurringJobs(stores.schedules(), transaction, enqueuer, changes);
    }

    /** Observes jobs where there is Micrometer's observation, which an application may leave out. */
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
}
