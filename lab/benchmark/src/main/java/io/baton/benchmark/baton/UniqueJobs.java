package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.context.annotation.Profile;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Jobs that do nothing, and one that reads what was requested. */
@Component
@Profile("unique")
class UniqueJobs implements PayloadFactory {

    final Set<Integer> seen = ConcurrentHashMap.newKeySet();
    final AtomicInteger runs = new AtomicInteger();
    private final JdbcTemplate sql;

    UniqueJobs(JdbcTemplate sql) {
        this.sql = sql;
    }

    @JobType(name = "unique-item", queue = "work")
    record Item(int index, String filler) {}

    @JobType(name = "look", queue = "work")
    record Look() {}

    @JobHandler
    void run(Item item) {
        StartTimes.OF_THIS_JVM.ran(item.index());
    }

    @JobHandler
    void look(Look look) {
        seen.addAll(sql.queryForList("SELECT number FROM wish", Integer.class));
        runs.incrementAndGet();
    }

    @Override
    public Object payload(int index) {
        return new Item(index, Payload.FILLER);
    }
}
