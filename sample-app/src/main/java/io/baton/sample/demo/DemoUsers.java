package io.baton.sample.demo;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.sample.push.PushProperties;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Generates users around Sydney, at the first start. Every instance enqueues the job, and one runs. */
@Component
class DemoUsers implements ApplicationRunner {

    private static final double LATITUDE = -33.8688;
    private static final double LONGITUDE = 151.2093;
    /** In degrees; half of the users live within about 50 km. */
    private static final double SPREAD = 0.4;

    private static final int BATCH = 1_000;

    private final Jobs jobs;
    private final JdbcTemplate template;
    private final PushProperties properties;

    DemoUsers(Jobs jobs, JdbcTemplate template, PushProperties properties) {
        this.jobs = jobs;
        this.template = template;
        this.properties = properties;
    }

    @Override
    public void run(ApplicationArguments arguments) {
        if (properties.users() > 0) {
            jobs.enqueue(new MakeUsers(properties.users()), job -> job.uniqueUntilFinished("make-users"));
        }
    }

    @JobHandler(transactional = true)
    void make(MakeUsers wanted) {
        List<Long> present = template.queryForList("select count(*) from member", Long.class);
        if (present.get(0) > 0) {
            return;
        }
        Random random = new Random(wanted.count());
        List<Object[]> users = IntStream.rangeClosed(1, wanted.count())
                .mapToObj(id -> new Object[] {
                    (long) id,
                    "user" + id + "@example.com",
                    LATITUDE + SPREAD * random.nextGaussian(),
                    LONGITUDE + SPREAD * random.nextGaussian()
                })
                .toList();
        for (int from = 0; from < users.size(); from += BATCH) {
            template.batchUpdate(
                    "insert into member (id, email, latitude, longitude) values (?, ?, ?, ?)",
                    users.subList(from, Math.min(from + BATCH, users.size())));
        }
    }

    /** The job that generates users. */
    @JobType(name = "make-users", queue = "push")
    record MakeUsers(int count) {}
}
