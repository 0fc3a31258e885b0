package io.baton.sample.push;

import io.baton.JobType;
import io.baton.RequiresPermit;

/**
 * The job that sends one mail. {@code baton.semaphores.smtp} is how many may be sent at once by all instances together.
 *
 * @param content the letter of the content
 */
@JobType(name = "send-mail", queue = "mails")
@RequiresPermit("smtp")
record SendMail(long pushId, long userId, String content) {

    /** Returns the key under which the mail is sent once: no user gets a second mail of a push, whatever its content. */
    String key() {
        return "push:" + pushId + ":user:" + userId;
    }
}
