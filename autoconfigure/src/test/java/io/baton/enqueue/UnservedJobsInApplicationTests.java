package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.batch.web.WebHost;
import io.baton.testing.TestDatabase;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** The listener is there, starts its thread with the first job, and ends it with the application. */
@Timeout(180)
class UnservedJobsInApplicationTests {

    @JobType(name = "send-mail", queue = "mails")
    record SendMail(long id) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void send(SendMail mail) {}
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("baton-unserved"))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_thread_watches_from_the_first_job_to_the_end(TestDatabase kind) {
        Set<Thread> own;
        try (ConfigurableApplicationContext host = WebHost.serve(Application.class, kind.freshAccess())) {
            Set<Thread> others = threads();
            host.getBean(Jobs.class).enqueue(new SendMail(1), job -> job.queue("mials"));
            own = threads();
            own.removeAll(others);
            assertThat(own).hasSize(1);
        }
        await().until(() -> own.stream().noneMatch(Thread::isAlive));
    }
}
