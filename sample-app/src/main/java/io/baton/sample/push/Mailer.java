package io.baton.sample.push;

import jakarta.mail.MessagingException;
import jakarta.mail.Transport;
import jakarta.mail.internet.MimeMessage;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import org.springframework.mail.javamail.MimeMessageHelper;
import org.springframework.stereotype.Component;

/** Sends mails to the mail server. */
@Component
class Mailer {

    private final JavaMailSenderImpl sender;
    private final Letters letters;

    Mailer(JavaMailSenderImpl sender, Letters letters) {
        this.sender = sender;
        this.letters = letters;
    }

    /** Connects to the server, which takes most of the time of a single mail. */
    Connection connect() throws MessagingException {
        Transport transport = sender.getSession().getTransport(JavaMailSenderImpl.DEFAULT_PROTOCOL);
        transport.connect(sender.getHost(), sender.getPort(), sender.getUsername(), sender.getPassword());
        return new Connection(transport);
    }

    private MimeMessage message(SendMail mail, String key) throws MessagingException {
        Letters.Letter letter = letters.write(mail);
        MimeMessage message = sender.createMimeMessage();
        MimeMessageHelper helper = new MimeMessageHelper(message, "UTF-8");
        helper.setFrom("news@sydney.example");
        helper.setTo(letter.email());
        helper.setSubject(letter.subject());
        helper.setText(letter.html(), true);
        message.saveChanges();
        // after saving, which generates one
        message.setHeader("Message-ID", "<" + key + "@sydney.example>");
        return message;
    }

    /** A connection for several mails, one after the other. */
    final class Connection implements AutoCloseable {

        private final Transport transport;

        private Connection(Transport transport) {
            this.transport = transport;
        }

        /**
         * Sends a mail.
         *
         * @param key becomes the Message-ID: the same for every attempt, so that a server recognises a mail that it has already
         */
        void send(SendMail mail, String key) throws MessagingException {
            MimeMessage message = message(mail, key);
            transport.sendMessage(message, message.getAllRecipients());
        }

        @Override
        public void close() throws MessagingException {
            transport.close();
        }
    }
}
