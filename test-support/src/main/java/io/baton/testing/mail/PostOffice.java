package io.baton.testing.mail;

import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.user.UserException;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A mail server that outlives the instances, and knows what reached whom. */
public final class PostOffice implements AutoCloseable {

    private final GreenMail server;
    private final Map<String, List<Delivery>> deliveries = new ConcurrentHashMap<>();

    /** Starts one on a port. */
    public PostOffice(int port) {
        this(port, mail -> {});
    }

    /**
     * Starts one on a port.
     *
     * @param reader reads each mail before its sender is told that it was accepted
     */
    public PostOffice(int port, Consumer<Delivery> reader) {
        server = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.getUserManager().setMessageDeliveryHandler((message, address) -> {
            reader.accept(note(address.getEmail(), message.getMessage()));
            return nobody();
        });
        server.start();
    }

    private Delivery note(String address, MimeMessage message) throws MessagingException {
        try {
            Delivery delivery =
                    new Delivery(message.getMessageID(), message.getSubject(), (String) message.getContent());
            deliveries
                    .computeIfAbsent(address, nobodyYet -> new CopyOnWriteArrayList<>())
                    .add(delivery);
            return delivery;
        } catch (IOException e) {
            throw new MessagingException("The mail cannot be read", e);
        }
    }

    /** One mailbox for all: what matters is noted already. */
    private synchronized GreenMailUser nobody() throws UserException {
        GreenMailUser user = server.getUserManager().getUser("nobody");
        return user != null ? user : server.getUserManager().createUser("nobody@example.com", "nobody", "nobody");
    }

    /** What the server has accepted, by address. */
    public Map<String, List<Delivery>> deliveries() {
        return deliveries;
    }

    @Override
    public void close() {
        server.stop();
    }

    /** A mail. */
    public record Delivery(String messageId, String subject, String text) {}
}
