package io.baton.hosts.datajpa;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with repositories of Spring Data JPA, whose tables Hibernate creates. */
@SpringBootApplication
public class DataJpaHost {

    public static void main(String[] arguments) {
        SpringApplication.run(DataJpaHost.class, arguments);
    }
}
