/** What applications test their jobs with. */
@NullMarked
package io.baton.test;

import org.jspecify.annotations.NullMarked;
