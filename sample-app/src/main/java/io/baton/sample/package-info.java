/**
 * An application with two stories, each a package of its own: {@code files} turns files into bookings, {@code push} sends a mail to thousands. {@code page}
 * shows what happens, and {@code demo} plays the world around: it drops files, and is the mail server and the readers.
 *
 * <p>Knows Baton by {@code io.baton} alone, as any application does.
 */
@NullMarked
package io.baton.sample;

import org.jspecify.annotations.NullMarked;
