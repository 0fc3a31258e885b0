package io.baton.example;

import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.loop.SweepTask;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** All that the rest is told of the capability. */
@Configuration(proxyBeanMethods = false)
class NoteConfiguration {

    @Bean
    Capability notes() {
        return NoteStatements::new;
    }

    @Bean
    SweepTask tidyNotes(DataSource dataSource) {
        NoteStatements notes = new NoteStatements(new Database(dataSource, null));
        return () -> notes.tidy() > 0 ? Duration.ZERO : Duration.ofMinutes(1);
    }

    @Bean
    MeterBinder noteMeters(DataSource dataSource) {
        NoteStatements notes = new NoteStatements(new Database(dataSource, null));
        return registry -> registry.gauge("example.notes", notes, NoteStatements::count);
    }
}
