/**
 * Real database servers that can be killed and started again, on data that survives that.
 *
 * <p>Knows nothing of jobs.
 */
@NullMarked
package io.baton.faults.server;

import org.jspecify.annotations.NullMarked;
