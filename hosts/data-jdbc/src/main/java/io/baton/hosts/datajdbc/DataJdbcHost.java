package io.baton.hosts.datajdbc;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application with repositories of Spring Data JDBC. */
@SpringBootApplication
public class DataJdbcHost {

    public static void main(String[] arguments) {
        SpringApplication.run(DataJdbcHost.class, arguments);
    }
}
