package io.baton.sample;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Which of the instances this is. */
@Component
public class Instance {

    private final Environment environment;

    Instance(Environment environment) {
        this.environment = environment;
    }

    /** The port it serves, which people know it by. */
    public String name() {
        return "port " + port();
    }

    /** The port it serves. */
    public String port() {
        String configured = environment.getProperty("server.port", "8080");
        return environment.getProperty("local.server.port", configured);
    }
}
