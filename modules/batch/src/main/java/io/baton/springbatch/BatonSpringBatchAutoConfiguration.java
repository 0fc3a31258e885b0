package io.baton.springbatch;

import io.baton.Batches;
import io.baton.BatonTransactionManager;
import io.baton.Jobs;
import java.util.function.Supplier;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.repository.support.ResourcelessJobRepository;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.batch.autoconfigure.BatchTransactionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.function.SingletonSupplier;

/** Adds {@link BatchJobs} and its handlers to an application that has Baton and a {@link JobRepository}. */
@AutoConfiguration(
        afterName = {
            "io.baton.autoconfigure.BatonAutoConfiguration",
            "org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration",
            "org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration"
        })
@ConditionalOnClass({Jobs.class, JobRepository.class})
@ConditionalOnBean({Jobs.class, JobRepository.class, JobOperator.class})
public final class BatonSpringBatchAutoConfiguration {

    /** How long a recovery waits for rows that a frozen process has locked. */
    private static final int SECONDS = 20;

    @Bean
    static BatchRuns batonBatchRuns(
            @BatchTransactionManager ObjectProvider<PlatformTransactionManager> marked,
            ObjectProvider<PlatformTransactionManager> transactionManager) {
        Supplier<TransactionOperations> transactions = () -> bounded(marked, transactionManager);
        return new BatchRuns(SingletonSupplier.of(transactions));
    }

    /** Returns transactions of the job repository's database. */
    private static TransactionOperations bounded(
            ObjectProvider<PlatformTransactionManager> marked,
            ObjectProvider<PlatformTransactionManager> transactionManager) {
        TransactionTemplate bounded = new TransactionTemplate(marked.getIfUnique(transactionManager::getObject));
        bounded.setTimeout(SECONDS);
        return bounded;
    }

    @Bean
    @ConditionalOnMissingBean
    BatchJobs batonBatchJobs(
            Jobs jobs,
            Batches batches,
            JobRepository repository,
            BatchRuns runs,
            @BatonTransactionManager ObjectProvider<PlatformTransactionManager> marked,
            ObjectProvider<PlatformTransactionManager> transactionManager) {
        if (AopProxyUtils.ultimateTargetClass(repository) == ResourcelessJobRepository.class) {
            throw new IllegalStateException(
                    "Spring Batch keeps its executions in memory here, where neither another node nor a restart finds"
                            + " them. Add spring-boot-starter-batch-jdbc, or define a JobRepository that stores them");
        }
        return new BatchJobs(
                jobs,
                batches,
                repository,
                new TransactionTemplate(marked.getIfAvailable(transactionManager::getObject)),
                runs);
    }

    @Bean
    BatchLauncher batonBatchLauncher(
            Jobs jobs,
            JobRepository repository,
            ObjectProvider<JobOperator> operator,
            ObjectProvider<Job> known,
            BatchRuns runs) {
        return new BatchLauncher(jobs, repository, operator, known, runs.transactions(), runs);
    }

    @Bean
    PartitionWorker batonPartitionWorker(JobRepository repository, ListableBeanFactory beans, BatchRuns runs) {
        return new PartitionWorker(repository, beans, runs, runs.transactions());
    }
}
