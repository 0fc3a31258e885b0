package io.baton.sample.orders;

import io.baton.sample.Instance;
import io.baton.sample.push.PushProperties;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Sends the mails about orders; a log line replaces the mail server, so that you find the links. In your application they belong into no log. */
@Component
class OrderMails {

    private static final Logger LOG = LoggerFactory.getLogger(OrderMails.class);

    private final Instance instance;
    private final PushProperties properties;

    OrderMails(Instance instance, PushProperties properties) {
        this.instance = instance;
        this.properties = properties;
    }

    void send(Mail mail) {
        LOG.info(
                "Sends {} to {}: {} Approve {} or refuse {}",
                mail.messageId(),
                mail.recipient(),
                mail.question(),
                url(mail.approve()),
                url(mail.refuse()));
    }

    private String url(String token) {
        String base = Optional.ofNullable(properties.links()).orElseGet(() -> "http://localhost:" + instance.port());
        return base + "/approvals/" + token;
    }

    /**
     * A mail that asks for an approval.
     *
     * @param approve the token of the link that approves
     * @param refuse the token of the one that refuses
     * @param messageId the same for every attempt
     */
    record Mail(String recipient, String question, String approve, String refuse, String messageId) {}
}
