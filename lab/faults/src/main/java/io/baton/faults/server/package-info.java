/**
 * The database servers that are tried, which can be killed and started again on their data.
 *
 * <p>Knows nothing of jobs.
 */
@NullMarked
package io.baton.faults.server;

import org.jspecify.annotations.NullMarked;
