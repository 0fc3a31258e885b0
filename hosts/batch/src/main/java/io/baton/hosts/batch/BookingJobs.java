package io.baton.hosts.batch;

import io.baton.springbatch.BatchJobs;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.batch.core.configuration.annotation.StepScope;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.DefaultJobParametersValidator;
import org.springframework.batch.core.partition.Partitioner;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.infrastructure.item.database.JdbcPagingItemReader;
import org.springframework.batch.infrastructure.item.database.Order;
import org.springframework.batch.infrastructure.item.database.builder.JdbcPagingItemReaderBuilder;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/** Books each line: "book" one after the other, "split" in partitions. */
@Configuration
class BookingJobs {

    private static final int CHUNK = 5;

    @Bean
    Job book(JobRepository repository, Step bookLines, Step report) {
        return new JobBuilder("book", repository)
                .validator(new DefaultJobParametersValidator(new String[] {"month"}, new String[] {"comment"}))
                .start(bookLines)
                .next(report)
                .build();
    }

    @Bean
    Job split(JobRepository repository, Step splitLines) {
        return new JobBuilder("split", repository).start(splitLines).build();
    }

    @Bean
    Step bookLines(
            JobRepository repository,
            PlatformTransactionManager transactions,
            JdbcPagingItemReader<Long> lines,
            ItemProcessor<Long, Long> processor,
            ItemWriter<Long> writer) {
        return chunks("bookLines", repository, transactions, lines, processor, writer);
    }

    @Bean
    Step bookRange(
            JobRepository repository,
            PlatformTransactionManager transactions,
            JdbcPagingItemReader<Long> range,
            ItemProcessor<Long, Long> processor,
            ItemWriter<Long> writer) {
        return chunks("bookRange", repository, transactions, range, processor, writer);
    }

    private static Step chunks(
            String name,
            JobRepository repository,
            PlatformTransactionManager transactions,
            JdbcPagingItemReader<Long> reader,
            ItemProcessor<Long, Long> processor,
            ItemWriter<Long> writer) {
        return new StepBuilder(name, repository)
                .<Long, Long>chunk(CHUNK)
                .transactionManager(transactions)
                .reader(reader)
                .processor(processor)
                .writer(writer)
                .build();
    }

    @Bean
    Step report(JobRepository repository, PlatformTransactionManager transactions) {
        return new StepBuilder("report", repository)
                .tasklet((contribution, context) -> null, transactions)
                .build();
    }

    @Bean
    Step splitLines(
            JobRepository repository,
            BatchJobs batchJobs,
            Partitioner ranges,
            @Value("${host.attempts:1}") int attempts) {
        return new StepBuilder("splitLines", repository)
                .partitioner("bookRange", ranges)
                .partitionHandler(
                        batchJobs.partitionHandler("bookRange").gridSize(4).maxAttempts(attempts))
                .build();
    }

    @Bean
    Partitioner ranges(JdbcTemplate jdbc) {
        return size -> {
            long last = jdbc.queryForObject("SELECT COALESCE(MAX(id), 0) FROM line", Long.class);
            Map<String, ExecutionContext> ranges = new HashMap<>();
            for (int i = 0; i < size; i++) {
                ExecutionContext range = new ExecutionContext();
                range.putLong("from", last * i / size + 1);
                range.putLong("to", last * (i + 1) / size);
                ranges.put("range" + i, range);
            }
            return ranges;
        };
    }

    @Bean
    @StepScope
    JdbcPagingItemReader<Long> lines(DataSource dataSource) throws Exception {
        return reader(dataSource, 1, Long.MAX_VALUE);
    }

    @Bean
    @StepScope
    JdbcPagingItemReader<Long> range(
            DataSource dataSource,
            @Value("#{stepExecutionContext['from']}") long from,
            @Value("#{stepExecutionContext['to']}") long to)
            throws Exception {
        return reader(dataSource, from, to);
    }

    private static JdbcPagingItemReader<Long> reader(DataSource dataSource, long from, long to) throws Exception {
        return new JdbcPagingItemReaderBuilder<Long>()
                .name("lines")
                .dataSource(dataSource)
                .selectClause("id")
                .fromClause("line")
                .whereClause("id BETWEEN :from AND :to")
                .parameterValues(Map.of("from", from, "to", to))
                .sortKeys(Map.of("id", Order.ASCENDING))
                .rowMapper((row, number) -> row.getLong("id"))
                .pageSize(CHUNK)
                .build();
    }

    @Bean
    ItemProcessor<Long, Long> processor(Hooks hooks, @Value("${host.millis:0}") long millis) {
        return line -> {
            hooks.onLine.line(line);
            if (millis > 0) {
                Thread.sleep(millis);
            }
            return line;
        };
    }

    @Bean
    ItemWriter<Long> writer(JdbcTemplate jdbc, @Value("${host.node:test}") String node) {
        return lines -> jdbc.batchUpdate(
                "INSERT INTO booking (line, node) VALUES (?, ?)",
                lines.getItems().stream().map(line -> new Object[] {line, node}).toList());
    }
}
