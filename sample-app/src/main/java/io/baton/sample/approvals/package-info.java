/** Approvals by links in mails, for recipients who have no login. */
@NullMarked
package io.baton.sample.approvals;

import org.jspecify.annotations.NullMarked;
