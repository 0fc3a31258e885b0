/** The jobs on both pages, and the users' actions on them. */
@NullMarked
package io.baton.sample.page;

import org.jspecify.annotations.NullMarked;
