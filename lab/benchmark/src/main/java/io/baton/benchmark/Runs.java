package io.baton.benchmark;

import java.util.Arrays;
import java.util.List;

/** Which jobs ran, over all JVMs. */
final class Runs {

    /** By job; 0 if it did not run. */
    private final long[] startedAt;

    private final long repeated;

    private Runs(long[] startedAt, long repeated) {
        this.startedAt = startedAt;
        this.repeated = repeated;
    }

    static Runs of(List<long[]> jvms, long repeatedWithin) {
        long[] starts = new long[jvms.get(0).length];
        long repeated = repeatedWithin;
        for (long[] jvm : jvms) {
            for (int job = 0; job < starts.length; job++) {
                if (jvm[job] != 0) {
                    repeated += starts[job] == 0 ? 0 : 1;
                    starts[job] = jvm[job];
                }
            }
        }
        return new Runs(starts, repeated);
    }

    /** Fails unless every job ran exactly once. */
    void verify() {
        long missing = Arrays.stream(startedAt).filter(start -> start == 0).count();
        if (missing > 0 || repeated > 0) {
            throw new IllegalStateException(
                    "Of " + startedAt.length + " jobs " + missing + " did not run, and " + repeated + " ran again");
        }
    }

    long startedAt(int job) {
        return startedAt[job];
    }

    /** Of the jobs from one number up to another. */
    long last(int from, int to) {
        return Arrays.stream(startedAt, from, to).max().orElseThrow();
    }

    long first() {
        return Arrays.stream(startedAt).filter(start -> start != 0).min().orElseThrow();
    }

    long last() {
        return Arrays.stream(startedAt).max().orElseThrow();
    }
}
