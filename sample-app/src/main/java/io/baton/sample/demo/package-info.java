/** Simulated files, users, mail server and readers. Your own application has none of this. */
@NullMarked
package io.baton.sample.demo;

import org.jspecify.annotations.NullMarked;
