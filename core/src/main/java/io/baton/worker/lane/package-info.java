/**
 * A lane for each queue: the jobs that were claimed and wait in memory, and the runners that take them.
 *
 * <p>A runner that would start a suspect and one that starts another meet at the {@link io.baton.worker.lane.SuspectGate}, which opens again only
 * once the outcome of the one inside is written.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.worker.lane;

import org.jspecify.annotations.NullMarked;
