/**
 * The job tables as JPA entities, for the application's own JPQL and for administration. The engine does not use them.
 *
 * <p>Knows nothing of how jobs are stored or run; everything here only reads.
 */
@NullMarked
package io.baton.job.entity;

import org.jspecify.annotations.NullMarked;
