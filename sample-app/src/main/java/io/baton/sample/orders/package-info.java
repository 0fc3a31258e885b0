/** Orders that wait for an approval: a handler with steps, which goes on where it stopped. */
@NullMarked
package io.baton.sample.orders;

import org.jspecify.annotations.NullMarked;
