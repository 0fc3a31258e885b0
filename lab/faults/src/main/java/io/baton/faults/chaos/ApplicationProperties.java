package io.baton.faults.chaos;

import io.baton.faults.server.Server;
import java.util.List;

/** The properties of the applications that take part. */
public final class ApplicationProperties {

    private static final String NOT_NEEDED = String.join(
            ",",
            "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
            "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration");

    private ApplicationProperties() {}

    /** Small, fast to start, and fast to notice dead workers. */
    public static List<String> common(Server server, int port) {
        return common(server.url(port), server.user());
    }

    /** The same for a database that is no {@link Server}. */
    public static List<String> common(String url, String user) {
        return List.of(
                "--spring.main.web-application-type=none",
                "--spring.main.banner-mode=off",
                "--spring.main.lazy-initialization=true",
                "--spring.jmx.enabled=false",
                "--spring.autoconfigure.exclude=" + NOT_NEEDED,
                "--spring.datasource.url=" + url,
                "--spring.datasource.username=" + user,
                "--spring.datasource.password=",
                "--spring.lifecycle.timeout-per-shutdown-phase=6s",
                "--logging.level.root=error",
                "--logging.level.io.baton=info",
                "--logging.pattern.console=%d{HH:mm:ss.SSS} %-5level [%thread] %logger{0} %msg%n",
                "--baton.worker.heartbeat=500ms",
                "--baton.worker.dead-after=" + WorkerCommand.DEAD_AFTER.toMillis() + "ms",
                "--baton.worker.poll-interval=200ms",
                "--baton.worker.concurrency=4");
    }
}
