/**
 * The call of a handler: reads payloads, records the start where that is needed, calls, and turns what was returned or thrown into results.
 *
 * <p>A claim whose state is uncertain, such as after a commit without a response, is read from the database and never guessed.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.call;

import org.jspecify.annotations.NullMarked;
