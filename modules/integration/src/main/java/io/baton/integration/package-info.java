/**
 * Message channels whose messages are jobs. Applications use {@link io.baton.integration.DurableChannels} and {@link
 * io.baton.integration.DurableChannel}; the rest is internal.
 *
 * <p>This package uses the public API of Baton only.
 */
@NullMarked
package io.baton.integration;

import org.jspecify.annotations.NullMarked;
