package io.baton.sample.demo;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** A mail server in this JVM, on the port that all instances send to: the first instance starts it, and another takes over when that one ends. */
@Component
@ConditionalOnProperty(name = "sample.push.mail-server", matchIfMissing = true)
class MailServer implements DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(MailServer.class);

    private final GreenMail server;
    private final int port;

    MailServer(Readers readers, @Value("${spring.mail.port}") int port) {
        this.port = port;
        this.server = new GreenMail(new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.getUserManager().setMessageDeliveryHandler((message, address) -> new Mailbox(address, readers));
    }

    @Scheduled(fixedDelay = 1_000)
    void takeOver() {
        if (!server.isRunning() && isFree()) {
            server.start();
            LOG.info("This instance is the mail server now, on port {}", port);
        }
    }

    private boolean isFree() {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void destroy() {
        server.stop();
    }
}
