package io.baton.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Tests that run on MySQL: on a server that {@code BATON_TEST_MYSQL_URL} names, else in a container; reported as skipped where neither is. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(value = "io.baton.testing.MySqlServer#isReachable", disabledReason = MySqlServer.MISSING)
public @interface RequiresMySql {}
