package io.baton.testing.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/** Tests that look at pages in Chromium; where it is not installed they are reported as skipped. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "io.baton.testing.browser.Chromium#isInstalled",
        disabledReason = "chromium or chromedriver is not installed")
public @interface RequiresBrowser {}
