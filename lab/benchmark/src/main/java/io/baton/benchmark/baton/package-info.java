/**
 * A Spring Boot application that uses Baton as any other does.
 *
 * <p>Knows nothing of Baton's inside.
 */
@NullMarked
package io.baton.benchmark.baton;

import org.jspecify.annotations.NullMarked;
