/**
 * Hostile inputs: through the interface, where each is refused by name or comes back as it went in,
 * and as rows written into the table past Baton, which must not harm the worker.
 *
 * <p>Knows nothing of crashes.
 */
@NullMarked
package io.baton.faults.hostile;

import org.jspecify.annotations.NullMarked;
