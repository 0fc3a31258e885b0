/**
 * The job tables as JPA entities, for JPQL of the application. Like {@link io.baton} this package is public API. The engine does not use it.
 *
 * <p>The package only reads jobs, and does not use the engine.
 */
@NullMarked
package io.baton.jpa;

import org.jspecify.annotations.NullMarked;
