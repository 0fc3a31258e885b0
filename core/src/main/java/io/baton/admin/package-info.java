/**
 * The bean {@link io.baton.Jobs}, with which operators and applications read and change jobs.
 *
 * <p>This package contains no SQL. It reads only which queues the workers serve.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.admin;

import org.jspecify.annotations.NullMarked;
