/**
 * A small application with handlers of every kind, and the notes it takes of what it does.
 *
 * <p>Uses Baton as any application does, and knows nothing of the faults it will meet.
 */
@NullMarked
package io.baton.faults.worker;

import org.jspecify.annotations.NullMarked;
