package io.baton.actuate;

import io.baton.operator.Change;
import io.baton.operator.ChangeNotes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/** Tells who changed what as an event of the kind that Spring Boot's audit keeps. */
public final class AuditedChanges implements ChangeNotes {

    /** The type of each event. */
    public static final String EVENT = "BATON_CHANGE";

    private final ApplicationEventPublisher events;

    public AuditedChanges(ApplicationEventPublisher events) {
        this.events = events;
    }

    @Override
    public void note(Change change) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("resource", change.resource());
        data.put("id", change.id());
        data.put("action", change.action());
        if (change.value() != null) {
            data.put("value", change.value());
        }
        if (change.jobs() != null) {
            data.put("jobs", change.jobs());
        }
        events.publishEvent(new AuditApplicationEvent(change.principal(), EVENT, data));
    }
}
