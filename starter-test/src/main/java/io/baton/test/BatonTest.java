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
 * On a test class beside {@code @SpringBootTest}, {@code @DataJpaTest} or {@code @JdbcTest}: no job runs by itself, and a {@link BatonTestKit} is
 * there to run what is due.
 *
 * <p>The context has the beans of a worker, none of their threads, and no connection that it keeps.
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
