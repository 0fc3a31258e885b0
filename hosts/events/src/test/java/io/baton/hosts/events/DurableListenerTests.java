package io.baton.hosts.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.InvalidPayloadException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES, TestDatabase.MARIADB})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DurableListenerTests implements TestsOnDatabase {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final AtomicLong IDS = new AtomicLong();

    @SuppressWarnings("NullAway.Init")
    private ConfigurableApplicationContext application;

    @Override
    public void open(TestDatabase kind) {
        DatabaseAccess database = kind.freshAccess();
        application = new SpringApplicationBuilder(EventsHost.class)
                .run(
                        "--server.port=0",
                        "--spring.datasource.url=" + database.url(),
                        "--spring.datasource.username=" + database.user(),
                        "--spring.datasource.password=" + database.password());
    }

    @Override
    public void close() {
        application.close();
    }

    private Orders orders() {
        return application.getBean(Orders.class);
    }

    private Jobs jobs() {
        return application.getBean(Jobs.class);
    }

    private List<Long> done(String listener, String customer) {
        return application.getBean(Effects.class).orders(listener, customer);
    }

    private static OrderPlaced order(String customer, int total) {
        return new OrderPlaced(IDS.incrementAndGet(), customer, total);
    }

    private void awaitEnd() {
        assertThat(jobs().awaitDrained(JobFilter.all(), SOON)).isTrue();
    }

    @Test
    void each_listener_has_a_job_of_its_own_after_the_commit() {
        OrderPlaced order = order("ada", 100);
        orders().place(order);
        awaitEnd();
        for (String listener : List.of("ledger", "mail", "points")) {
            assertThat(done(listener, "ada")).containsExactly(order.orderId());
        }
    }

    @Test
    void nothing_runs_before_the_commit_and_nothing_after_a_rollback() {
        assertThatThrownBy(() -> orders().placeAndFail(order("grace", 100))).hasMessage("out of stock");
        assertThat(jobs().drained(JobFilter.all().type("write-ledger"))).isTrue();
        application.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
            orders().place(order("grace", 100));
            assertThat(jobs().drained(JobFilter.all().type("write-ledger"))).isFalse();
            assertThat(done("ledger", "grace")).isEmpty();
            status.setRollbackOnly();
        });
        awaitEnd();
        assertThat(done("ledger", "grace")).isEmpty();
        assertThat(done("mail", "grace")).isEmpty();
    }

    @Test
    void a_listener_that_fails_is_tried_again_and_the_others_are_not() {
        OrderPlaced order = order("late", 100);
        orders().place(order);
        awaitEnd();
        assertThat(done("mail", "late")).containsExactly(order.orderId());
        assertThat(done("ledger", "late")).containsExactly(order.orderId());
        assertThat(jobsOf(order))
                .filteredOn(job -> job.type().equals("mail-order"))
                .extracting(JobDetails::attempts)
                .containsExactly(3);
    }

    @Test
    void a_listener_that_always_fails_leaves_a_dead_job_which_can_be_revived() {
        OrderPlaced order = order("refused", 1);
        orders().place(order);
        awaitEnd();
        JobFilter dead = JobFilter.all().type("mail-order").state(JobState.DEAD);
        assertThat(jobs().search(dead, PageRequest.of(0, 10)).getContent()).hasSize(1);
        assertThat(done("ledger", "refused")).containsExactly(order.orderId());
        assertThat(jobs().reviveAll(dead)).isOne();
        awaitEnd();
        assertThat(jobs().cancelAll(dead)).isOne();
    }

    @Test
    void events_with_one_value_run_in_the_order_of_their_publication() {
        List<OrderPlaced> placed = IntStream.range(0, 30)
                .mapToObj(number -> order("in order", 100))
                .toList();
        placed.forEach(orders()::place);
        awaitEnd();
        assertThat(done("points", "in order"))
                .containsExactlyElementsOf(
                        placed.stream().map(OrderPlaced::orderId).toList());
    }

    @Test
    void an_event_for_which_the_condition_is_false_starts_no_job() {
        orders().place(order("small", 99));
        awaitEnd();
        assertThat(done("points", "small")).isEmpty();
        assertThat(done("ledger", "small")).hasSize(1);
    }

    @Test
    void an_event_without_a_transaction_starts_jobs_at_once() {
        orders().publishWithoutTransaction(order("alone", 100));
        awaitEnd();
        assertThat(done("ledger", "alone")).hasSize(1);
    }

    @Test
    void jobs_are_found_by_the_key_of_the_business() {
        OrderPlaced order = order("key", 1);
        orders().place(order);
        assertThat(jobsOf(order)).extracting(JobDetails::type).containsExactlyInAnyOrder("write-ledger", "mail-order");
        awaitEnd();
    }

    private List<JobDetails> jobsOf(OrderPlaced order) {
        return jobs().search(JobFilter.all().key("order:" + order.orderId()), PageRequest.of(0, 10))
                .getContent();
    }

    @Test
    void an_event_that_cannot_be_stored_fails_the_transaction_of_the_publisher() {
        OrderPlaced order = new OrderPlaced(IDS.incrementAndGet(), "x\uD800", 1);
        assertThatThrownBy(() -> application.getBean(TransactionTemplate.class).executeWithoutResult(status -> {
                    orders().place(order("before", 1));
                    orders().publishWithoutTransaction(order);
                }))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("half a surrogate pair");
        awaitEnd();
        assertThat(done("ledger", "before")).isEmpty();
        assertThat(application
                        .getBean(JdbcClient.class)
                        .sql("SELECT COUNT(*) FROM orders WHERE customer = 'before'")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void many_publishers_at_once_lose_nothing_and_repeat_nothing() {
        List<Long> placed = Stream.generate(() -> order("many", 100))
                .limit(200)
                .parallel()
                .peek(orders()::place)
                .map(OrderPlaced::orderId)
                .toList();
        await().atMost(SOON).until(() -> jobs().drained(JobFilter.all()));
        for (String listener : List.of("ledger", "mail", "points")) {
            assertThat(done(listener, "many")).containsExactlyInAnyOrderElementsOf(placed);
        }
    }
}
