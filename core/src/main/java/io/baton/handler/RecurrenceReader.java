package io.baton.handler;

import io.baton.BatonException;
import io.baton.Recurrence;
import io.baton.Recurring;
import io.baton.handler.HandlerSettings.DeclaredRecurrence;
import io.baton.start.StartRefusedException;
import io.baton.type.Names;
import io.baton.type.PayloadClass;
import java.util.List;
import java.util.Set;
import org.springframework.beans.BeanInstantiationException;
import org.springframework.beans.BeanUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;

/** Reads the recurring jobs that the annotations of a handler declare. */
record RecurrenceReader(Attributes attributes) {

    private static final String OWN_CLASS =
            "Let the method take no payload, or a class with a constructor without parameters, such as record Nightly() {}.";

    /** Returns the recurring jobs of the method's annotations. */
    List<DeclaredRecurrence> read(HandlerMethod handler, Signature signature, String type) {
        Set<Recurring> annotations =
                AnnotatedElementUtils.findMergedRepeatableAnnotations(handler.method(), Recurring.class);
        if (!annotations.isEmpty()) {
            checkPayload(handler, signature);
        }
        return annotations.stream().map(each -> read(handler, each, type)).toList();
    }

    private static void checkPayload(HandlerMethod handler, Signature signature) {
        if (signature.list()) {
            throw handler.refusal(
                    "it takes a List, but a recurring job is one job at a time.",
                    "Take one payload or none, or take @Recurring away.");
        }
        Class<?> payload = signature.payload();
        if (payload != null) {
            payload(handler, payload);
        }
    }

    private DeclaredRecurrence read(HandlerMethod handler, Recurring annotation, String type) {
        String name = attributes.text(handler, "@Recurring name", annotation.name());
        try {
            return new DeclaredRecurrence(
                    Names.recurring(name.isEmpty() ? type : name), recurrence(handler, annotation));
        } catch (StartRefusedException e) {
            throw e;
        } catch (BatonException e) {
            throw handler.refusal("@Recurring: " + e.getMessage() + ".", "Correct the @Recurring on the method.", e);
        }
    }

    private Recurrence recurrence(HandlerMethod handler, Recurring annotation) {
        String cron = attributes.text(handler, "@Recurring cron", annotation.cron());
        String every = attributes.text(handler, "@Recurring every", annotation.every());
        if (cron.isEmpty() == every.isEmpty()) {
            throw handler.refusal(
                    "its @Recurring says " + (cron.isEmpty() ? "neither cron nor every." : "both cron and every."),
                    "Say one of them, such as cron = \"0 0 1 * * *\" or every = \"10m\".");
        }
        Recurrence ticks = cron.isEmpty()
                ? Recurrence.every(attributes.duration(handler, "@Recurring every", annotation.every()))
                : Recurrence.cron(cron);
        String zone = attributes.text(handler, "@Recurring zone", annotation.zone());
        return (zone.isEmpty() ? ticks : ticks.zone(zone))
                .missed(annotation.missed())
                .overlap(annotation.overlap());
    }

    /** Returns a new payload of this class. */
    static Object payload(HandlerMethod handler, Class<?> payload) {
        String problem = "its @Recurring needs a payload, and " + payload.getName()
                + " has no constructor without parameters, or one that fails.";
        if (PayloadClass.isPlainValue(payload)) {
            throw handler.refusal(problem, OWN_CLASS);
        }
        try {
            return BeanUtils.instantiateClass(payload);
        } catch (BeanInstantiationException e) {
            throw handler.refusal(problem, OWN_CLASS, e);
        }
    }
}
