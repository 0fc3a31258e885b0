package io.baton.sample.push;

import io.baton.Job;
import io.baton.JobHandler;
import io.baton.JobOutcomes;
import io.baton.Once;
import io.baton.Retry;
import jakarta.mail.MessagingException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Sends mails, several over one connection, each once by its key, whichever job tries and whichever instance died before. */
@Component
class MailJobs {

    private final Once once;
    private final Mailer mailer;
    private final Recipients recipients;

    MailJobs(Once once, Mailer mailer, Recipients recipients) {
        this.once = once;
        this.mailer = mailer;
        this.recipients = recipients;
    }

    /** A mail that fails does not affect the others; without a connection all fail, and are retried, since a mail server may be unavailable for a while. */
    @JobHandler(batchSize = 4, maxAttempts = 50)
    @Retry(delay = "500ms", multiplier = 1.5, maxDelay = "5s")
    JobOutcomes send(List<Job<SendMail>> jobs) throws MessagingException {
        JobOutcomes outcomes = JobOutcomes.allCompleted();
        List<SendMail> sent = new ArrayList<>();
        try (Mailer.Connection connection = mailer.connect()) {
            for (int i = 0; i < jobs.size(); i++) {
                SendMail mail = jobs.get(i).payload();
                try {
                    once.perform(mail.key(), key -> connection.send(mail, key));
                    sent.add(mail);
                } catch (MessagingException | RuntimeException e) {
                    outcomes.failed(i, e);
                }
            }
        }
        recipients.sent(sent);
        return outcomes;
    }
}
