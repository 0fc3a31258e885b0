/**
 * Bugs that are seeded on purpose, to see whether the checks of histories find them: in what a driver reports of commits and does with statements, and in
 * copies of the statements of the engine.
 *
 * <p>Changes the text of statements on their way to the database, never the engine itself.
 */
@NullMarked
package io.baton.faults.seeded;

import org.jspecify.annotations.NullMarked;
