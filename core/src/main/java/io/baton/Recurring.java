package io.baton;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Enqueues a job for a {@link JobHandler} method at each tick, one in the whole cluster, however many nodes have the method. The method takes no
 * payload, or one whose class has a constructor without parameters. It may take the {@link Tick}.
 *
 * <p>The properties {@code baton.recurring.<name>.cron}, {@code zone}, {@code every}, {@code missed}, {@code overlap} and {@code calendar} replace the attributes.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Recurring.List.class)
public @interface Recurring {

    /**
     * The cron expression of the ticks, as Spring reads it, such as {@code "0 0 1 * * *"}: second, minute, hour, day of month, month, day of week;
     * {@code "-"} means never. With {@code *} as the hour each hour that passes has a tick, also when clocks are put forward or back; any other time
     * of day has one tick on such days. Either this or {@link #every} is set. Takes placeholders.
     */
    String cron() default "";

    /** The time zone of the cron expression and of {@link Tick#day()}, such as {@code "Europe/Berlin"}; UTC unless set. Takes placeholders. */
    String zone() default "";

    /** The interval of the ticks, such as {@code "10m"}; the first tick is when the recurring job becomes known. Takes placeholders. */
    String every() default "";

    /** How ticks that passed while no node was running are treated. */
    MissedTicks missed() default MissedTicks.RUN_ONCE;

    /** Whether a tick has a job although the job of the tick before has not ended; if not, the tick is skipped. */
    boolean overlap() default true;

    /** The calendar below {@code baton.calendars} whose closed days have no ticks, with a cron expression. Takes placeholders. */
    String calendar() default "";

    /** The unique name of the recurring job; the name of the job's type unless set. Takes placeholders. */
    String name() default "";

    /** Several recurring jobs, each with its own name. */
    @Documented
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @interface List {

        /** The annotations. */
        Recurring[] value();
    }
}
