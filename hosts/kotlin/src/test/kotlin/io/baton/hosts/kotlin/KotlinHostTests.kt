package io.baton.hosts.kotlin

import io.baton.JobState
import io.baton.Jobs
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest

@SpringBootTest
class KotlinHostTests(
    @param:Autowired val mails: Mails,
    @param:Autowired val handlers: MailHandlers,
    @param:Autowired val jobs: Jobs,
) {

    @Test
    fun `a data class is a payload and a result`() {
        val job = mails.request(7, "hello")
        await().until { jobs.find(job.id()).orElseThrow().state() == JobState.COMPLETED }
        assertThat(handlers.sent).contains(SendMail(7, "en", "hello"))
        assertThat(jobs.find(job.id()).orElseThrow().result()).isEqualTo("""{"user":7,"attempt":1}""")
    }

    @Test
    fun `a handler takes a list of jobs`() {
        mails.index(listOf(1, 2, 3))
        await().untilAsserted { assertThat(handlers.indexed).contains(1, 2, 3) }
    }
}
