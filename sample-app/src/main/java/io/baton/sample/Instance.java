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

    /** Returns the port that it serves, as it is shown. */
    public String name() {
        return "port " + port();
    }

    /** Returns the port that it serves. */
    public String port() {
        String configured = environment.getProperty("server.port", "8080");
        return environment.getProperty("local.server.port", configured);
    }
}
