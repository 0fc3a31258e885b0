package io.baton.once;

import io.baton.OnceOptions;
import java.time.Duration;
import java.util.function.Consumer;

/** The options of a call of {@code Once}, which the package reads from the fields. */
final class RequestedOnce implements OnceOptions {

    /** What the call does if it is not known whether the action took effect. */
    enum IfUncertain {
        REPEAT,
        SKIP,
        FAIL
    }

    Duration lease = Duration.ofMinutes(1);
    Duration keep;
    Duration longest = Duration.ofSeconds(10);
    boolean skips;
    IfUncertain ifUncertain = IfUncertain.REPEAT;

    RequestedOnce(Duration retention, Consumer<OnceOptions> options) {
        keep = retention;
        options.accept(this);
    }

    @Override
    public OnceOptions keep(Duration retention) {
        keep = positive(retention);
        return this;
    }

    @Override
    public OnceOptions claimFor(Duration time) {
        lease = positive(time);
        return this;
    }

    private static Duration positive(Duration time) {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("What was done or claimed is kept for a positive time, not for " + time);
        }
        return time;
    }

    @Override
    public OnceOptions waitFor(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException("The time to wait for cannot be negative: " + time);
        }
        longest = time;
        return this;
    }

    @Override
    public OnceOptions skipWhileRunning() {
        skips = true;
        return this;
    }

    @Override
    public OnceOptions skipIfUncertain() {
        ifUncertain = IfUncertain.SKIP;
        return this;
    }

    @Override
    public OnceOptions failIfUncertain() {
        ifUncertain = IfUncertain.FAIL;
        return this;
    }
}
