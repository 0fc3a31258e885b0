package io.baton.sample.push;

import io.baton.JobType;
import io.baton.RequiresPermit;

/**
 * The job to send one mail, by a server that takes few at once from all instances together: {@code baton.semaphores.smtp} says how many.
 *
 * @param content the letter of the content
 */
@JobType(name = "send-mail", queue = "mails")
@RequiresPermit("smtp")
record SendMail(long pushId, long userId, String content) {

    /** What makes this mail one: no user is sent a second one of a push, of whatever content. */
    String key() {
        return "push:" + pushId + ":user:" + userId;
    }
}
