/**
 * A mail to all users within a distance of Sydney, in two contents: a random sample is sent both, and what is clicked more is sent to the rest ({@link
 * io.baton.sample.push.Pushes}). No user has two mails of one push, whatever dies meanwhile ({@link io.baton.sample.push.MailJobs}).
 */
@NullMarked
package io.baton.sample.push;

import org.jspecify.annotations.NullMarked;
