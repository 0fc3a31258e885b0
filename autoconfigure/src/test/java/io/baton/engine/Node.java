package io.baton.engine;

import io.baton.Jobs;
import io.baton.testing.CountedStatements;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.StrictDriver;
import io.baton.testing.StrictFaults;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One running application. */
final class Node implements AutoCloseable {

    final ConfigurableApplicationContext context;
    final Jobs jobs;
    /** On the application's data source, so that it joins its transactions. */
    final JdbcTemplate sql;

    final TransactionTemplate transaction;

    private Node(ConfigurableApplicationContext context) {
        this.context = context;
        this.jobs = context.getBean(Jobs.class);
        this.sql = new JdbcTemplate(dataSource());
        this.transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    CountedStatements dataSource() {
        return context.getBean(CountedStatements.class);
    }

    /** Starts one on the database. */
    static Node start(String name, DatabaseAccess access, Stage stage, String... properties) {
        SpringApplication application = new SpringApplication(App.class);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.addInitializers(context -> context.getBeanFactory().registerSingleton("stage", stage));
        return new Node(StrictFaults.CHOSEN.paused(() -> application.run(arguments(name, access, properties))));
    }

    /** What every application of the tests is started with. */
    static String[] arguments(String name, DatabaseAccess access, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "node=" + name,
                "spring.main.web-application-type=none",
                "spring.main.banner-mode=off",
                "spring.datasource.url=" + access.url(),
                "spring.datasource.username=" + access.user(),
                "spring.datasource.password=" + access.password(),
                "spring.jpa.hibernate.ddl-auto=update",
                "spring.flyway.enabled=false",
                "baton.worker.poll-interval=100ms",
                "baton.worker.heartbeat=500ms",
                "baton.retry.delay=20ms"));
        if (StrictFaults.CHOSEN.areWanted()) {
            all.add("spring.datasource.driver-class-name=" + StrictDriver.class.getName());
        }
        all.addAll(List.of(properties));
        return all.stream().map(property -> "--" + property).toArray(String[]::new);
    }

    /** The properties that leave JPA out, for nodes that start faster without it. */
    static String withoutJpa() {
        return "spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";
    }

    @Override
    public void close() {
        context.close();
    }
}
