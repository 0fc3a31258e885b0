package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Enqueues a job for a {@link JobHandler} method again and again: one for each tick in the whole cluster, however many nodes have the method. The
 * method takes no payload, or one whose class has a constructor without parameters. It may take the {@link Tick}.
 *
 * <p>The properties {@code baton.recurring.<name>.cron}, {@code zone}, {@code every}, {@code missed} and {@code overlap} replace the attributes.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Recurring.List.class)
public @interface Recurring {

    /**
     * When its ticks are, as a cron expression of Spring such as {@code "0 0 1 * * *"}: second, minute, hour, day of month, month, day of week;
     * {@code "-"} means never. With {@code *} as the hour it has a tick in each hour that passes, also where clocks are put forward and back; other
     * times of day have one tick on such days. Either this or {@link #every} is set. Takes placeholders.
     */
    String cron() default "";

    /** The time zone of the cron expression, and of the {@linkplain Tick#day() day} of a tick, such as {@code "Europe/Berlin"}; UTC by default. Takes placeholders. */
    String zone() default "";

    /** How long after each tick the next one is, such as {@code "10m"}; the first is when the recurring job becomes known. Takes placeholders. */
    String every() default "";

    /** What becomes of ticks that passed while no node was there. */
    MissedTicks missed() default MissedTicks.RUN_ONCE;

    /** Whether a tick has its job though that of the tick before has not ended; if not, the tick is left out. */
    boolean overlap() default true;

    /** Its name, which no other recurring job has; that of the job's type unless set. Takes placeholders. */
    String name() default "";

    /** Several of them, each with a name of its own. */
    @Documented
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface List {

        /** Those. */
        Recurring[] value();
    }
}
