/** Launches the jobs of Spring Batch, and runs the partitions of their steps, as jobs of Baton. */
@NullMarked
package io.baton.springbatch;

import org.jspecify.annotations.NullMarked;
