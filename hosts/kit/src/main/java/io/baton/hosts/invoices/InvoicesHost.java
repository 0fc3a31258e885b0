package io.baton.hosts.invoices;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that sends invoices and reminders. */
@SpringBootApplication
public class InvoicesHost {

    public static void main(String[] arguments) {
        SpringApplication.run(InvoicesHost.class, arguments);
    }
}
