/**
 * Listeners of application events that run as jobs. Applications use {@link io.baton.events.DurableListener}; the rest is internal.
 *
 * <p>This package uses the public API of Baton only.
 */
@NullMarked
package io.baton.events;

import org.jspecify.annotations.NullMarked;
