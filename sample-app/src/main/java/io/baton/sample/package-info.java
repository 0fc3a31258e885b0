/**
 * An application with four examples, each a package of its own: {@code files} turns files into bookings, {@code push} sends a mail to thousands,
 * {@code orders} wait for an approval, by the links of {@code approvals}, {@code reports} run long. {@code page} shows their state, and {@code demo} simulates their environment: it drops files, and is the mail server and the readers.
 *
 * <p>Depends on {@code io.baton} alone, as any application does.
 */
@NullMarked
package io.baton.sample;

import org.jspecify.annotations.NullMarked;
