package io.baton.chunk;

import static io.baton.chunk.Walks.PEOPLE;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.BatonDataSource;
import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.UnusableTransactionException;
import io.baton.chunk.Walks.ListedWalk;
import io.baton.chunk.Walks.TransactionalWalk;
import io.baton.chunk.Walks.Walk;
import io.baton.testing.Applications;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Where rows cannot be walked through, the exception says so before a row is handled. */
@Timeout(300)
class ChunkRefusalsInApplicationTests {

    private static final AtomicReference<Throwable> THROWN = new AtomicReference<>();
    private static final AtomicInteger PORTIONS = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private Walks walks;

    @BeforeEach
    void start() {
        THROWN.set(null);
        PORTIONS.set(0);
        walks = Walks.start(TestDatabase.H2.freshAccess(), 30);
    }

    @AfterEach
    void close() {
        walks.close();
    }

    private static void walk(JobContext job) {
        THROWN.set(catchThrowable(() -> job.inChunks(PEOPLE, people -> PORTIONS.incrementAndGet())));
    }

    private AbstractThrowableAssert<?, ?> thrownIn(Object payload, Walks.Body body) throws InterruptedException {
        Walks.body = body;
        walks.run(payload);
        assertThat(PORTIONS).hasValue(0);
        return assertThat(THROWN.get());
    }

    @Test
    void a_transactional_handler() throws InterruptedException {
        thrownIn(new TransactionalWalk(), ChunkRefusalsInApplicationTests::walk)
                .isInstanceOf(UnusableTransactionException.class)
                .hasMessageContaining("(transactional-walk)")
                .hasMessageContaining("Remove transactional = true");
    }

    @Test
    void a_transaction_of_the_handlers_own() throws InterruptedException {
        thrownIn(new Walk(), job -> new TransactionTemplate(walks.context().getBean(PlatformTransactionManager.class))
                        .executeWithoutResult(status -> walk(job)))
                .isInstanceOf(UnusableTransactionException.class)
                .hasMessageContaining("outside of any transaction");
    }

    @Test
    void a_portion_of_another_walk() throws InterruptedException {
        Walks.body = job -> job.inChunks(PEOPLE.named("outer"), people -> walk(job));
        walks.run(new Walk());
        assertThat(PORTIONS).hasValue(0);
        assertThat(THROWN.get()).isInstanceOf(UnusableTransactionException.class);
    }

    @Test
    void a_handler_of_lists() throws InterruptedException {
        thrownIn(new ListedWalk(), ChunkRefusalsInApplicationTests::walk)
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("List handler");
    }

    @Test
    void another_thread() throws InterruptedException {
        thrownIn(new Walk(), job -> CompletableFuture.runAsync(() -> walk(job)).join())
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("own thread");
    }

    @Test
    void a_context_whose_handler_has_returned() throws InterruptedException {
        AtomicReference<JobContext> kept = new AtomicReference<>();
        Walks.body = kept::set;
        walks.run(new Walk());
        assertThatThrownBy(() -> requireNonNull(kept.get()).inChunks(PEOPLE, people -> PORTIONS.incrementAndGet()))
                .hasMessageContaining("only while its handler runs");
        assertThat(PORTIONS).hasValue(0);
    }

    @Test
    void a_job_with_a_checkpoint_of_this_run_or_an_earlier_one() throws InterruptedException {
        thrownIn(new Walk(), job -> {
                    job.saveCheckpoint(7);
                    walk(job);
                })
                .hasMessageContaining("checkpoint of its own");
        thrownIn(new Walk(), job -> {
                    if (job.attempt() == 1) {
                        job.saveCheckpoint(7);
                        throw new IllegalStateException("once more");
                    }
                    walk(job);
                })
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("was not kept by inChunks");
    }

    @Test
    void a_checkpoint_of_a_job_that_walks_through_rows() throws InterruptedException {
        Walks.body = job -> {
            if (job.attempt() == 1) {
                job.inChunks(PEOPLE, people -> {});
                throw new IllegalStateException("once more");
            }
            THROWN.set(catchThrowable(() -> job.saveCheckpoint(7)));
            assertThatThrownBy(() -> job.lastCheckpoint(Integer.class))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining("that of inChunks");
        };
        walks.assertCompleted(walks.run(new Walk()));
        assertThat(THROWN.get()).hasMessageContaining("inChunks keeps its own there");
    }

    @Test
    void a_checkpoint_that_cannot_be_read_or_is_of_another_column() throws InterruptedException {
        Walks.body = job -> {
            if (job.attempt() == 1) {
                job.inChunks(PEOPLE, people -> {});
                CompletableFuture.runAsync(() -> walks.sql()
                                .update(
                                        "UPDATE baton_job SET checkpoint = ? WHERE id = ?",
                                        "{\"baton.chunks\":{\"positions\":[{}]}}",
                                        job.id().value()))
                        .join();
                throw new IllegalStateException("once more");
            }
            walk(job);
        };
        walks.run(new Walk());
        assertThat(PORTIONS).hasValue(0);
        assertThat(THROWN.get())
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("cannot be read any more");
        Walks.body = job -> {
            if (job.attempt() == 1) {
                job.inChunks(PEOPLE, people -> {});
                throw new IllegalStateException("once more");
            }
            THROWN.set(catchThrowable(() -> job.inChunks(
                    Chunks.of("SELECT name FROM person", "name", 10), people -> PORTIONS.incrementAndGet())));
        };
        walks.run(new Walk());
        assertThat(THROWN.get()).isInstanceOf(InvalidPayloadException.class).hasMessageContaining("\"id\"");
        assertThat(PORTIONS).hasValue(0);
    }

    @Test
    void the_same_chunks_twice_in_one_run() throws InterruptedException {
        thrownIn(new Walk(), job -> {
                    job.inChunks(PEOPLE, people -> {});
                    walk(job);
                })
                .hasMessageContaining("twice")
                .hasMessageContaining("Chunks.named");
    }

    @Test
    void further_chunks_after_a_commit_that_failed() throws InterruptedException {
        thrownIn(new Walk(), job -> {
                    assertThatThrownBy(() -> job.inChunks(
                                    PEOPLE.named("first"),
                                    people -> TransactionSynchronizationManager.registerSynchronization(
                                            new TransactionSynchronization() {
                                                @Override
                                                public void afterCommit() {
                                                    throw new IllegalStateException("not answered");
                                                }
                                            })))
                            .hasMessage("not answered");
                    walk(job);
                })
                .hasMessageContaining("cannot go on in chunks in this run");
    }

    @Test
    void sizes_columns_queries_and_names_that_cannot_be() {
        for (int size : List.of(0, -1, 10_001)) {
            assertThatThrownBy(() -> Chunks.of("SELECT 1", "id", size)).hasMessageContaining("1 to 10000 rows");
        }
        for (String column : List.of("", "1", "a b", "id; DROP TABLE person", "\"id\"", "p.id")) {
            assertThatThrownBy(() -> Chunks.of("SELECT 1", column, 1)).hasMessageContaining("key column");
        }
        for (String query : List.of(" ", "SELECT 1; ")) {
            assertThatThrownBy(() -> Chunks.of(query, "id", 1)).hasMessageContaining("semicolon");
        }
        assertThatThrownBy(() -> PEOPLE.named(" ")).hasMessageContaining("name");
        assertThat(PEOPLE.with("secret").toString()).doesNotContain("secret");
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OfNothing {

        @Bean
        @BatonDataSource
        DataSource jobs() {
            return TestDatabase.H2.freshDatabase();
        }

        @Bean
        @Primary
        DataSource others() {
            return TestDatabase.H2.freshDatabase();
        }

        @JobHandler(maxAttempts = 1)
        void walk(Walk walk, JobContext job) throws Exception {
            Walks.body.run(job);
        }
    }

    @Test
    void an_application_without_transactions_on_batons_data_source() throws InterruptedException {
        walks.close();
        walks = new Walks(Applications.start(OfNothing.class, TestDatabase.H2.freshAccess()));
        thrownIn(new Walk(), ChunkRefusalsInApplicationTests::walk)
                .hasMessageContaining("needs a PlatformTransactionManager for Baton's data source");
    }
}
