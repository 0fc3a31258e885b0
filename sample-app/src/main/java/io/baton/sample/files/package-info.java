/**
 * CSV files become bookings, once per business day: a file is received ({@link io.baton.sample.files.Inbox}, {@link
 * io.baton.sample.files.FileIntake}), its job adds up its amounts ({@link io.baton.sample.files.FileJobs}), and every night all files get a job again
 * ({@link io.baton.sample.files.NightlyFiles}).
 */
@NullMarked
package io.baton.sample.files;

import org.jspecify.annotations.NullMarked;
