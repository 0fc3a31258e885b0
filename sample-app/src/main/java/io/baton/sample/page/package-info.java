/** What both pages show of jobs, and what people do with them. */
@NullMarked
package io.baton.sample.page;

import org.jspecify.annotations.NullMarked;
