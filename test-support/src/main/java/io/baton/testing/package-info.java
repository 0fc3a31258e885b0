/**
 * What tests stand on: databases, whose servers are started once per JVM and gone with it, and data sources that watch statements.
 *
 * <p>Knows nothing of Baton, so that every test of every module may use it.
 */
@NullMarked
package io.baton.testing;

import org.jspecify.annotations.NullMarked;
