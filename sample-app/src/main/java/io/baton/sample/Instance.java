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

    /** Returns its name as it is shown, which is the port that it serves unless it was given one. */
    public String name() {
        return environment.getProperty("sample.name", "port " + port());
    }

    /** Returns the port that it serves. */
    public String port() {
        String configured = environment.getProperty("server.port", "8080");
        return environment.getProperty("local.server.port", configured);
    }
}
