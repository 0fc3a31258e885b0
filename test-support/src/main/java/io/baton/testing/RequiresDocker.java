package io.baton.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Tests that run in containers; where no Docker engine answers they are reported as skipped. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(value = "io.baton.testing.Docker#answers", disabledReason = Docker.MISSING)
public @interface RequiresDocker {}
