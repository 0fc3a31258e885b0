package io.baton.hosts.batch;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that books lines, by jobs of Spring Batch. */
@SpringBootApplication
public class BatchHost {

    public static void main(String[] args) {
        SpringApplication.run(BatchHost.class, args);
    }
}
