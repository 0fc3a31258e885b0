/** The sample, as its users see it: mails counted at the mail server, files by what they added, while instances are killed. */
@NullMarked
package io.baton.faults.push;

import org.jspecify.annotations.NullMarked;
