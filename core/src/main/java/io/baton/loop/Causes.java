package io.baton.loop;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the causes of a failure, which may form a circle. */
public final class Causes {

    private static final int MOST = 20;

    private Causes() {}

    /** Returns the failure, its cause, the cause of its cause and so on; at most twenty. */
    public static List<Throwable> of(@Nullable Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable each = failure; each != null && causes.size() < MOST; each = each.getCause()) {
            causes.add(each);
        }
        return causes;
    }
}
