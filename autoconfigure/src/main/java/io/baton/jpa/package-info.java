/**
 * The job tables as JPA entities, for the application's own JPQL: with {@link io.baton}, all that applications may use. The engine does not
 * use them.
 *
 * <p>Knows nothing of how jobs are stored or run; everything here only reads.
 */
@NullMarked
package io.baton.jpa;

import org.jspecify.annotations.NullMarked;
