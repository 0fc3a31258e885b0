/**
 * Events of Spring Modulith that are sent to a broker by jobs. Applications implement {@link io.baton.modulith.EventTransport}; the rest is internal.
 *
 * <p>This package uses the public API of Baton only.
 */
@NullMarked
package io.baton.modulith;

import org.jspecify.annotations.NullMarked;
