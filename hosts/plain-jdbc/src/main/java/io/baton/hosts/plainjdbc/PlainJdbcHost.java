package io.baton.hosts.plainjdbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that writes its SQL itself. */
@SpringBootApplication
public class PlainJdbcHost {

    public static void main(String[] arguments) {
        SpringApplication.run(PlainJdbcHost.class, arguments);
    }
}
