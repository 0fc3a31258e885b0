package io.baton.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.test.context.TestPropertySource;

/**
 * Annotates a test class beside {@code @SpringBootTest}, {@code @DataJpaTest} or {@code @JdbcTest}: no job runs in the background, and a bean
 * {@link BatonTestKit} runs due jobs.
 *
 * <p>The context has the beans of a worker, but none of its threads and no permanent connection.
 *
 * @since 0.1.0
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ImportAutoConfiguration
@TestPropertySource(properties = {"baton.enabled=true", "baton.worker.enabled=true"})
public @interface BatonTest {}
