package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.baton.autoconfigure.lean.LeanHost;
import io.baton.connection.EnginePool;
import java.lang.reflect.InvocationTargetException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Libraries that Baton can do without. */
class MissingLibraryTests {

    private static final String[] QUIET = {
        "--spring.main.banner-mode=off", "--spring.main.web-application-type=none", "--spring.flyway.enabled=false"
    };

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring-data-jpa spring-boot-data-jpa",
                "hibernate-core spring-data-jpa spring-orm jakarta.persistence-api spring-boot-hibernate spring-boot-jpa spring-boot-data-jpa"
                        + " HikariCP postgresql spring-boot-health micrometer",
            })
    void a_job_runs_without(String libraries) {
        assertThatCode(() -> runWithout(libraries.split(" "))).doesNotThrowAnyException();
    }

    @Test
    void a_job_runs_without_flyway_in_tables_made_by_hand() {
        assertThatCode(
                        () -> runWithout(
                                new String[] {"flyway-"},
                                "--baton.schema.migrate=false",
                                "--spring.sql.init.schema-locations=classpath:io/baton/schema/h2/V?__*.sql,classpath:io/baton/schema/h2/V??__*.sql"))
                .doesNotThrowAnyException();
    }

    @Test
    void a_listener_connects_without_hikari() throws Exception {
        DriverManagerDataSource application = new DriverManagerDataSource();
        try (ClassPathWithout loader = new ClassPathWithout("HikariCP")) {
            Object direct = loader.loadClass(EnginePool.class.getName())
                    .getMethod("at", String.class, DataSource.class)
                    .invoke(null, "jdbc:h2:mem:direct", application);
            assertThat(direct.getClass().getName()).isEqualTo(DriverManagerDataSource.class.getName());
        }
    }

    private static void runWithout(String... libraries) throws Throwable {
        runWithout(libraries, new String[0]);
    }

    private static void runWithout(String[] libraries, String... properties) throws Throwable {
        String[] arguments =
                Stream.concat(Stream.of(QUIET), Stream.of(properties)).toArray(String[]::new);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (ClassPathWithout loader = new ClassPathWithout(libraries)) {
            thread.setContextClassLoader(loader);
            loader.loadClass(LeanHost.class.getName())
                    .getMethod("run", String[].class)
                    .invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
