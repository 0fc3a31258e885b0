/**
 * The databases that tests run on: started once per JVM, gone with it, a fresh database for whoever asks.
 *
 * <p>Knows nothing of Baton, so that every test of every room may use it.
 */
@NullMarked
package io.baton.testing;

import org.jspecify.annotations.NullMarked;
