/**
 * What runs in a JVM of its own: a contestant, the jobs it ran, and the commands that the driver gives it.
 *
 * <p>Knows nothing of workloads, servers and figures.
 */
@NullMarked
package io.baton.benchmark.node;

import org.jspecify.annotations.NullMarked;
