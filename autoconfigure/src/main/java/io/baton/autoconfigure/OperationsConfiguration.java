package io.baton.autoconfigure;

import io.baton.monitor.Change;
import io.baton.monitor.JdbcChangeStore;
import io.baton.monitor.Monitor;
import io.baton.operator.Operations;
import io.baton.operator.Operations.ChangeNotes;
import io.baton.wiring.ApplicationSide;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Defines the operations of operators, for the endpoint and the dashboard. */
@Configuration(proxyBeanMethods = false)
class OperationsConfiguration {

    @Bean
    @ConditionalOnMissingBean
    static Operations batonOperations(ApplicationSide side, ObjectProvider<ChangeNotes> notes) {
        JdbcChangeStore changes = new JdbcChangeStore(side.database);
        ChangeNotes stored = change -> side.transactions.run(() -> {
            changes.write(change);
            return null;
        });
        Operations.Beans beans = new Operations.Beans(
                side.jobs,
                side.semaphores,
                side.rateLimits,
                side.sequences,
                side.shares,
                side.steps,
                side.steps,
                side.batches,
                side.flows,
                side.recurringJobs,
                new Monitor(side.database, side.settings.calendars()),
                side.diagnostics);
        return new Operations(
                beans, Stream.concat(Stream.of(stored), notes.stream()).toList());
    }

    /** Publishes changes as audit events of the actuator. Their values are masked, since the readers of the events are unknown. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AuditApplicationEvent.class)
    static class AuditConfiguration {

        @Bean
        ChangeNotes batonAuditedChanges(ApplicationEventPublisher events) {
            return change -> events.publishEvent(
                    new AuditApplicationEvent(change.principal(), "BATON_CHANGE", data(ChangeNotes.masked(change))));
        }

        private static Map<String, Object> data(Change change) {
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("resource", change.resource());
            data.put("id", change.target());
            data.put("action", change.action());
            if (change.value() != null) {
                data.put("value", change.value());
            }
            if (change.jobs() != null) {
                data.put("jobs", change.jobs());
            }
            return data;
        }
    }
}
