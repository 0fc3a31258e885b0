/** A mail server of a test's own, which tells what reached whom. */
@NullMarked
package io.baton.testing.mail;

import org.jspecify.annotations.NullMarked;
