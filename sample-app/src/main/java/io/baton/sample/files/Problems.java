package io.baton.sample.files;

import io.baton.JobRejectedException;
import java.util.ArrayList;
import java.util.List;

/** The invalid lines of a file: the first are listed, the rest is counted. */
final class Problems {

    private static final int LISTED = 10;

    private final List<String> listed = new ArrayList<>();
    private int more;

    void add(int line, String what) {
        if (listed.size() < LISTED) {
            listed.add("line " + line + ": " + what);
        } else {
            more++;
        }
    }

    /** Rejects the job, since a further attempt would fail too. */
    void rejectIfAny() {
        if (more > 0) {
            listed.add("and " + more + " more");
        }
        if (!listed.isEmpty()) {
            throw new JobRejectedException(String.join("\n", listed));
        }
    }
}
