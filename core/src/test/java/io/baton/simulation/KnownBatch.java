package io.baton.simulation;

import java.util.List;
import java.util.stream.Stream;

/**
 * A batch, and what is to become of it.
 *
 * @param stages its jobs
 * @param all after all of its jobs
 * @param waiting the jobs that wait for it, or for a death among its jobs
 */
record KnownBatch(long id, List<Stage> stages, Stage all, List<Stage> waiting) {

    /** Its own jobs. */
    Stream<Account> jobs() {
        return stages.stream().flatMap(stage -> stage.jobs().stream());
    }
}
