package io.baton.hosts.integration;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class IntegrationHost {

    public static void main(String[] args) {
        SpringApplication.run(IntegrationHost.class, args);
    }
}
