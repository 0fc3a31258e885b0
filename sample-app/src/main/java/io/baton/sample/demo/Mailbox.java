package io.baton.sample.demo;

import com.icegreen.greenmail.mail.MailAddress;
import com.icegreen.greenmail.mail.MovingMessage;
import com.icegreen.greenmail.user.GreenMailUser;
import jakarta.mail.internet.MimeMessage;

/** A mailbox that keeps nothing: its reader reads each mail at once. */
record Mailbox(MailAddress address, Readers readers) implements GreenMailUser {

    @Override
    public void deliver(MovingMessage message) {
        deliver(message.getMessage());
    }

    @Override
    public void deliver(MimeMessage message) {
        readers.read(message);
    }

    @Override
    public String getEmail() {
        return address.getEmail();
    }

    @Override
    public String getLogin() {
        return address.getEmail();
    }

    @Override
    public String getQualifiedMailboxName() {
        return address.getEmail();
    }

    @Override
    public String getPassword() {
        return "";
    }

    @Override
    public void setPassword(String password) {}

    @Override
    public void create() {}

    @Override
    public void delete() {}

    @Override
    public void authenticate(String password) {}
}
