package io.baton.springbatch;

import io.baton.Batches;
import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.JobOptions;
import io.baton.Jobs;
import java.util.function.Consumer;
import org.springframework.batch.core.job.DefaultJobKeyGenerator;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.transaction.support.TransactionOperations;

/** Launches the jobs of Spring Batch as jobs of Baton, and makes the handlers of their partitions. An application has a bean of it. */
public class BatchJobs {

    private final Jobs jobs;
    private final Batches batches;
    private final JobRepository repository;
    private final TransactionOperations transactions;
    private final BatchRuns runs;

    BatchJobs(
            Jobs jobs, Batches batches, JobRepository repository, TransactionOperations transactions, BatchRuns runs) {
        this.jobs = jobs;
        this.batches = batches;
        this.repository = repository;
        this.transactions = transactions;
        this.runs = runs;
    }

    /** Launches a job, as the method with options does. */
    public Enqueued launch(String job, JobParameters parameters) {
        return launch(job, parameters, options -> {});
    }

    /**
     * Stores a job of Baton that runs the {@link JobInstance} of this job and these parameters to its end, through failures and crashes. In a
     * transaction of the caller it exists if and only if that commits. A further launch of the same instance is not stored while one waits or runs;
     * one of an instance that has completed ends without running it.
     *
     * @param job the name of the Spring Batch job
     * @param options of the job of Baton, such as a delay or the number of attempts
     * @throws BatonException if the job has no name, a parameter has a type that cannot be kept, or an option is not possible
     */
    public Enqueued launch(String job, JobParameters parameters, Consumer<JobOptions> options) {
        if (job == null || job.isBlank()) {
            throw new BatonException("A launch needs the name of a Spring Batch job");
        }
        LaunchRequest request = LaunchRequest.of(job, parameters);
        String key = "spring-batch:" + job + ":" + new DefaultJobKeyGenerator().generateKey(parameters);
        Consumer<JobOptions> unique = each -> each.uniqueUntilFinished(key);
        return jobs.enqueue(request, unique.andThen(options));
    }

    /**
     * Returns a new handler that runs the partitions of a step as jobs of Baton, on any node that has the step of the workers.
     *
     * @param workerStep the name of the step that runs one partition; its bean has this name, or the step itself has
     */
    public BatonPartitionHandler partitionHandler(String workerStep) {
        return new BatonPartitionHandler(workerStep, jobs, batches, repository, transactions, runs);
    }
}
