/** Reports: long jobs. Kill the instance that runs one, and another goes on at the day where it stopped. */
@NullMarked
package io.baton.sample.reports;

import org.jspecify.annotations.NullMarked;
