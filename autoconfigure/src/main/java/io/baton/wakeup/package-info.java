/**
 * How a sleeping worker learns that there may be work.
 *
 * <p>Knows queues by name, and of jobs no more than their priorities; everything here is a hint that may be lost without losing a job.
 */
@NullMarked
package io.baton.wakeup;

import org.jspecify.annotations.NullMarked;
