/**
 * Each queue has a lane, in which claimed jobs wait in memory, and runners that take them.
 *
 * <p>Runners that would start suspects ({@link io.baton.job.ClaimedJob#isSuspect}) at once meet at the {@link io.baton.worker.lane.Lane.SuspectGate}.
 * It lets one in, and opens again only after the outcome of that job is written.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.lane;

import org.jspecify.annotations.NullMarked;
