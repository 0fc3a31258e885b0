package io.baton.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.util.function.SingletonSupplier;
import org.testcontainers.DockerClientFactory;

/** Whether a Docker engine answers; asked once, and said aloud if not. */
public final class Docker {

    static final String MISSING = "no Docker engine answers";

    private static final SingletonSupplier<Boolean> ANSWERS = SingletonSupplier.of(Docker::ask);

    private Docker() {}

    /** Whether containers can be started here. */
    public static boolean answers() {
        return ANSWERS.obtain();
    }

    private static boolean ask() {
        boolean answers = mayBeHere() && DockerClientFactory.instance().isDockerAvailable();
        if (!answers) {
            System.err.println("SKIPPED: no Docker engine answers, PostgreSQL/MariaDB/MySQL containers not tested");
        }
        return answers;
    }

    /** Testcontainers looks for an engine with patience and many stack traces; where there is no trace of one, it need not. */
    private static boolean mayBeHere() {
        return System.getenv("DOCKER_HOST") != null
                || Files.exists(Path.of("/var/run/docker.sock"))
                || Files.exists(Path.of(System.getProperty("user.home"), ".testcontainers.properties"))
                || Files.exists(Path.of(System.getProperty("user.home"), ".docker", "run", "docker.sock"))
                || Files.exists(Path.of(String.valueOf(System.getenv("XDG_RUNTIME_DIR")), "docker.sock"));
    }
}
