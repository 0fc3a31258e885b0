/**
 * The public API: annotations, beans to inject, and their results. Only this package, {@code io.baton.engine} for applications without Spring Boot,
 * and {@code io.baton.jpa} are for applications; every other package is internal.
 *
 * <p>Begin with {@link io.baton.Jobs}, which enqueues, finds and controls jobs, and {@link io.baton.JobHandler}, which marks the method that runs
 * them. {@link io.baton.JobOptions} are the options of an enqueue, and {@link io.baton.JobContext} is the running job in its handler. {@link
 * io.baton.Batches} and {@link io.baton.Flows} detect the end of many jobs, {@link io.baton.Recurring} enqueues jobs on a schedule, {@link
 * io.baton.Once} performs an action once, and {@link io.baton.RequiresPermit} and {@link io.baton.RateLimited} limit jobs. Refused operations throw a
 * {@link io.baton.BatonException}.
 *
 * <p>This package uses no other package of Baton, so that the internal ones can change.
 */
@NullMarked
package io.baton;

import org.jspecify.annotations.NullMarked;
