package io.baton.hosts.invoices;

/** Sends mails. */
interface MailServer {

    void send(String address, String text);
}
