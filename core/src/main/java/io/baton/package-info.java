/**
 * Everything an application imports: annotations, the beans it injects, what it gets back. Only this package, {@code io.baton.engine} for
 * applications without Spring Boot, and {@code io.baton.jpa} are for applications; every other one is internal.
 *
 * <p>Begin with {@link io.baton.Jobs}, which enqueues, finds and controls jobs, and {@link io.baton.JobHandler}, which marks the method that runs
 * them. {@link io.baton.JobOptions} are the options of an enqueue, {@link io.baton.JobContext} is the job for its handler. {@link
 * io.baton.Batches} and {@link io.baton.Flows} detect the end of many jobs, {@link io.baton.Recurring} enqueues again and again, {@link
 * io.baton.Once} does a thing once, {@link io.baton.RequiresPermit} and {@link io.baton.RateLimited} limit. Whatever is refused is a {@link
 * io.baton.BatonException}.
 *
 * <p>Knows none of Baton's other packages, so that what is inside can move.
 */
@NullMarked
package io.baton;

import org.jspecify.annotations.NullMarked;
