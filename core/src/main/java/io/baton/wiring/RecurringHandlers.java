package io.baton.wiring;

import io.baton.Recurrence;
import io.baton.handler.Handler;
import io.baton.handler.Handler.DeclaredRecurrence;
import io.baton.handler.HandlerRegistry;
import io.baton.loop.LogText;
import io.baton.recurring.KeepSchedules;
import io.baton.recurring.KeepSchedules.Declared;
import io.baton.type.Names;
import io.baton.type.NearMiss;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Declares the recurring jobs of the handlers.
 *
 * @param properties changes of recurrences by the names of recurring jobs; each is applied to what the annotation declares
 */
record RecurringHandlers(KeepSchedules schedules, Map<String, UnaryOperator<Recurrence>> properties) {

    private static final Logger log = LoggerFactory.getLogger(RecurringHandlers.class);

    void declare(HandlerRegistry handlers) {
        List<Declared> declared = new ArrayList<>();
        for (Handler handler : handlers.all()) {
            handler.settings().recurrences().forEach(each -> declared.add(declared(handler, each)));
        }
        warnOfUnknown(declared.stream().map(Declared::name).collect(Collectors.toCollection(TreeSet::new)));
        schedules.declare(declared, handlers.all().stream().map(Handler::type).collect(Collectors.toSet()));
    }

    private Declared declared(Handler handler, DeclaredRecurrence declaration) {
        Recurrence recurrence = properties
                .getOrDefault(declaration.name(), UnaryOperator.identity())
                .apply(declaration.recurrence());
        return new Declared(declaration.name(), handler.type(), handler.recurringPayload(), recurrence);
    }

    /** Warns of properties for jobs that this node does not declare. Another application with the same properties may declare them. */
    private void warnOfUnknown(Set<String> declared) {
        properties.keySet().stream().filter(name -> !declared.contains(name)).forEach(name -> {
            log.warn(
                    "baton.recurring{} says how a job recurs that no @Recurring method of this node declares.{} Those here are {}. A name"
                            + " with dots or capitals stands in brackets: baton.recurring[my.name].cron",
                    LogText.of(Names.inProperty(name)),
                    LogText.of(NearMiss.question(name, declared)),
                    LogText.of(declared.toString()));
        });
    }
}
