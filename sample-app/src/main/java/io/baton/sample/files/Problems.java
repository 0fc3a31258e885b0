package io.baton.sample.files;

import io.baton.JobRejectedException;
import java.util.ArrayList;
import java.util.List;

/** What is wrong with the lines of a file: the first are told, the rest is counted. */
final class Problems {

    private static final int TOLD = 10;

    private final List<String> told = new ArrayList<>();
    private int more;

    void add(int line, String what) {
        if (told.size() < TOLD) {
            told.add("line " + line + ": " + what);
        } else {
            more++;
        }
    }

    /** No further attempt would read the file better. */
    void rejectIfAny() {
        if (more > 0) {
            told.add("and " + more + " more");
        }
        if (!told.isEmpty()) {
            throw new JobRejectedException(String.join("\n", told));
        }
    }
}
