package io.baton.sample.push;

import io.baton.FlowStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pushes that the page shows.
 *
 * @param users how many there are
 * @param pushes the newest ones
 */
record PushState(long users, List<Push> pushes) {

    /** A push, its parts, and the steps of its flow. */
    record Push(
            long id,
            int kilometres,
            @Nullable String winner,
            List<Content> contents,
            List<Recipients.Progress> parts,
            @Nullable FlowStatus flow) {}
}
