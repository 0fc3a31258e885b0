/** The world around the two stories, for who has no files, users, mail server or readers at hand. An application of yours has none of this. */
@NullMarked
package io.baton.sample.demo;

import org.jspecify.annotations.NullMarked;
