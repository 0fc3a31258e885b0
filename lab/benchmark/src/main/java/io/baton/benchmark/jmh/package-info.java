/**
 * What a job costs within the JVM.
 *
 * <p>Knows no database.
 */
@NullMarked
package io.baton.benchmark.jmh;

import org.jspecify.annotations.NullMarked;
