package io.baton.hosts.events;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class EventsHost {

    public static void main(String[] args) {
        SpringApplication.run(EventsHost.class, args);
    }
}
