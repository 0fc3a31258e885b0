package io.baton.hosts.kotlin

import io.baton.Enqueued
import io.baton.Job
import io.baton.JobContext
import io.baton.JobHandler
import io.baton.JobOutcomes
import io.baton.JobType
import io.baton.Jobs
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication
import org.springframework.stereotype.Component
import org.springframework.stereotype.Service
import org.springframework.transaction.annotation.Transactional

@SpringBootApplication
class KotlinHost

fun main(arguments: Array<String>) {
    runApplication<KotlinHost>(*arguments)
}

@JobType(name = "send-mail", queue = "mail")
data class SendMail(val user: Long, val language: String = "en", val note: String? = null)

@JobType(name = "index")
data class Index(val product: Long)

data class Sent(val user: Long, val attempt: Int)

@Service
class Mails(private val jobs: Jobs) {

    @Transactional
    fun request(user: Long, note: String? = null): Enqueued =
        jobs.enqueue(SendMail(user, note = note)) { it.priority(5).label("user", user.toString()) }

    fun index(products: List<Long>): Long = jobs.enqueueAll(products.map { Index(it) })
}

@Component
class MailHandlers {

    val sent = java.util.concurrent.CopyOnWriteArrayList<SendMail>()
    val indexed = java.util.concurrent.CopyOnWriteArrayList<Long>()

    @JobHandler(transactional = true)
    fun send(mail: SendMail, job: JobContext): Sent {
        sent += mail
        return Sent(mail.user, job.attempt())
    }

    @JobHandler(batchSize = 10)
    fun index(products: List<Job<Index>>): JobOutcomes {
        indexed += products.map { it.payload().product }
        return JobOutcomes.allCompleted()
    }
}
