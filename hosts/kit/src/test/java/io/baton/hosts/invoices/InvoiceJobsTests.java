package io.baton.hosts.invoices;

import static io.baton.test.BatonAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Jobs;
import io.baton.test.BatonTest;
import io.baton.test.BatonTestKit;
import io.baton.test.JobRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

@SpringBootTest
@BatonTest
class InvoiceJobsTests {

    @Autowired
    Invoices invoices;

    @Autowired
    SentMails mails;

    @Autowired
    Jobs jobs;

    @Autowired
    BatonTestKit kit;

    @TestConfiguration
    static class Configuration {

        @Bean
        SentMails mails() {
            return new SentMails();
        }
    }

    static final class SentMails implements MailServer {

        final List<String> sent = new ArrayList<>();
        int failures;

        @Override
        public void send(String address, String text) {
            if (text.startsWith("Invoice") && failures-- > 0) {
                throw new IllegalStateException("451 try again later");
            }
            sent.add(address + ": " + text);
        }
    }

    @BeforeEach
    void begin(@Autowired JdbcClient jdbc) {
        kit.clear();
        jdbc.sql("DELETE FROM invoice").update();
        mails.sent.clear();
        mails.failures = 0;
    }

    @Test
    @Transactional
    void an_invoice_is_sent_and_reminded_of_later() {
        invoices.write(1, "ada@example.com");
        assertThat(jobs)
                .enqueued(SendInvoice.class)
                .withPayload(new SendInvoice(1))
                .dueAtOnce()
                .once();
        assertThat(jobs).enqueued(Remind.class).dueAfter(Duration.ofDays(14)).once();
        kit.runDue().orThrow();
        assertThat(mails.sent).containsExactly("ada@example.com: Invoice 1, attempt 1");
    }

    @Test
    void a_mail_server_that_refuses_is_tried_again() {
        mails.failures = 2;
        invoices.write(1, "ada@example.com");
        assertThat(kit.runDue().retried()).isOne();
        kit.advance(Duration.ofMinutes(5));
        assertThat(kit.runDue().retried()).isOne();
        kit.advance(Duration.ofMinutes(10));
        kit.runDue().orThrow();
        assertThat(mails.sent).contains("ada@example.com: Invoice 1, attempt 3");
    }

    @Test
    void a_mail_server_that_always_refuses_leaves_a_dead_job() {
        mails.failures = 3;
        invoices.write(1, "ada@example.com");
        invoices.pay(1);
        JobRuns runs = kit.runAll();
        assertThat(runs.retried()).isEqualTo(2);
        assertThat(runs.dead()).isOne();
        assertThat(jobs).died(SendInvoice.class).withPayload(new SendInvoice(1)).once();
    }

    @Test
    void many_are_sent_through_few_connections() {
        for (int id = 1; id <= 10; id++) {
            invoices.write(id, "user" + id + "@example.com");
        }
        assertThat(kit.runDue().orThrow().completed()).isEqualTo(10);
    }

    @Test
    void reminders_end_with_the_payment() {
        invoices.write(1, "ada@example.com");
        kit.runDue().orThrow();
        for (int fortnight = 1; fortnight <= 3; fortnight++) {
            kit.advance(Duration.ofDays(14));
            kit.runDue().orThrow();
            assertThat(invoices.reminders(1)).isEqualTo(fortnight);
        }
        invoices.pay(1);
        kit.runAll().orThrow();
        assertThat(invoices.reminders(1)).isEqualTo(3);
        assertThat(jobs).nothingEnqueued();
    }

    @Test
    void there_is_a_report_every_week() {
        kit.advance(Duration.ofDays(7));
        kit.runDue().orThrow();
        assertThat(mails.sent).containsExactly("boss@example.com: Report");
    }
}
