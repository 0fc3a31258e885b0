package io.baton.sample;

import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Which of the instances this is. */
@Component
class Instance {

    private final Environment environment;

    Instance(Environment environment) {
        this.environment = environment;
    }

    /** The port it serves, which people know it by. */
    String name() {
        String configured = environment.getProperty("server.port", "8080");
        return "port " + environment.getProperty("local.server.port", configured);
    }
}
