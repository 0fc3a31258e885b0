package io.baton.autoconfigure;

import io.baton.BatonException;
import io.baton.start.StartRefusedException;
import io.baton.type.Names;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.unit.DataSize;

/** Checks the constraints of properties; a value that violates one fails the start. */
final class PropertyRules {

    private PropertyRules() {}

    /** Returns the name of the property of a limit; fails if no limit can have this name. */
    static String ofLimit(String properties, String name) {
        String property = properties + Names.inProperty(name);
        try {
            Names.limitOrKey(name);
        } catch (BatonException e) {
            throw new StartRefusedException(
                    "The property '" + property + "' cannot have this name: " + e.getMessage(),
                    "Give what " + property + " defines another name, also where it is used.",
                    e);
        }
        return property;
    }

    /** Fails if the value is set and the consumer refuses it; the failure contains the reason. */
    static <T> void accepted(String property, @Nullable T value, Consumer<T> taker) {
        if (value == null) {
            return;
        }
        try {
            taker.accept(value);
        } catch (BatonException e) {
            throw new StartRefusedException(
                    "The property '" + property + "' is " + text(value) + ": " + e.getMessage(),
                    "Correct " + property + ".",
                    e);
        }
    }

    static void atLeast(int least, String property, int value) {
        check(value >= least, property, value, "at least " + least);
    }

    static void between(int least, int most, String property, int value) {
        check(value >= least && value <= most, property, value, "from " + least + " to " + most);
    }

    static void positive(String property, Duration value) {
        check(value.compareTo(Duration.ZERO) > 0, property, value, "longer than zero");
    }

    static void notNegative(String property, Duration value) {
        check(!value.isNegative(), property, value, "zero or longer");
    }

    static void size(String property, DataSize value) {
        check(value.toBytes() >= 1 && value.toBytes() <= Integer.MAX_VALUE, property, value, "from 1 byte to 2 GB");
    }

    static void check(boolean kept, String property, Object value, String expected) {
        if (!kept) {
            throw new StartRefusedException(
                    "The property '" + property + "' is " + text(value) + ", but must be " + expected,
                    "Set " + property + " to a value that is " + expected + ".");
        }
    }

    /** Returns a value as it is written in properties. */
    static Object text(Object value) {
        return value instanceof Duration time && time.toNanosPart() % 1_000_000 == 0
                ? DurationStyle.SIMPLE.print(time)
                : value;
    }
}
