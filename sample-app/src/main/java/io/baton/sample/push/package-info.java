/**
 * A mail to all users within a distance of Sydney, in two contents: a random sample gets both, and the one with more clicks is sent to the rest ({@link
 * io.baton.sample.push.Pushes}). No user gets two mails of one push, whichever process dies meanwhile ({@link io.baton.sample.push.MailJobs}).
 */
@NullMarked
package io.baton.sample.push;

import org.jspecify.annotations.NullMarked;
