/** Batches in whole applications. */
@NullMarked
package io.baton.batch;

import org.jspecify.annotations.NullMarked;
