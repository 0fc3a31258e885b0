/**
 * What operators and applications do with jobs: the bean {@link io.baton.Jobs}.
 *
 * <p>Contains no SQL; of workers it reads only which queues they serve.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.admin;

import org.jspecify.annotations.NullMarked;
