package io.baton.hosts.modulith;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class ModulithHost {

    public static void main(String[] args) {
        SpringApplication.run(ModulithHost.class, args);
    }
}
