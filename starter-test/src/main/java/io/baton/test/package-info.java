/**
 * The test kit of applications: {@link io.baton.test.BatonTest} on a test, in which no worker runs, the
 * {@link io.baton.test.BatonTestKit} that runs jobs and lets time pass, and {@link io.baton.test.BatonAssertions}.
 */
@NullMarked
package io.baton.test;

import org.jspecify.annotations.NullMarked;
