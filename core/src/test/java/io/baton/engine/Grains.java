package io.baton.engine;

import io.baton.JobHandler;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/** The handlers of a process of its own: each job leaves a row that says who ran it. */
class Grains {

    record Grain(int number) {}

    record SafeGrain(int number) {}

    /** Without a unique constraint, so that a second effect shows. */
    static final String TABLE = "CREATE TABLE grain (process varchar(50) NOT NULL, number integer NOT NULL)";

    /** One of many that a process has no room for all together. */
    record Boulder(int number, String ballast) {}

    /** The same for a handler that takes many at once. */
    record Rubble(int number, String ballast) {}

    private final JdbcTemplate sql;
    private final String process;
    private final boolean holding;
    private final int party;
    private final AtomicBoolean met = new AtomicBoolean();

    Grains(DataSource dataSource, Environment environment) {
        sql = new JdbcTemplate(dataSource);
        process = environment.getRequiredProperty("node");
        holding = environment.getProperty("grain.holding", boolean.class, false);
        party = environment.getProperty("grain.party", int.class, 1);
    }

    @JobHandler
    void grain(Grain grain) throws InterruptedException {
        take(grain.number());
        awaitOthers();
    }

    @JobHandler(transactional = true)
    void safeGrain(SafeGrain grain) throws InterruptedException {
        take(grain.number());
    }

    private void take(int number) throws InterruptedException {
        sql.update("INSERT INTO grain (process, number) VALUES (?, ?)", process, number);
        if (holding) {
            new CountDownLatch(1).await();
        }
    }

    /** No process goes on alone, however fast it is: jobs are left until every one of them has some. */
    private void awaitOthers() {
        while (!met.get()) {
            Integer processes = sql.queryForObject("SELECT count(DISTINCT process) FROM grain", Integer.class);
            if (processes != null && processes >= party) {
                met.set(true);
            } else {
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    @JobHandler
    void roll(Boulder boulder) throws InterruptedException {
        take(boulder.number());
    }

    @JobHandler(queue = "rubble")
    void carry(List<Rubble> rubble) throws InterruptedException {
        for (Rubble each : rubble) {
            take(each.number());
        }
    }
}
