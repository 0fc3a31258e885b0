/**
 * Drains of a queue on a database that refuses statements and commits, beside drains on one that does not.
 *
 * <p>Both run in this JVM, on one server.
 */
@NullMarked
package io.baton.faults.strict;

import org.jspecify.annotations.NullMarked;
