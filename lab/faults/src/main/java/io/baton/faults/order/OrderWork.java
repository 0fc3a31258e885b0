package io.baton.faults.order;

import io.baton.InSequence;
import io.baton.JobType;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The payloads. */
final class OrderWork {

    static final String QUEUE = "order";

    /** That of plain jobs. */
    static final int NO_SEQUENCE = -1;

    /** The share of jobs that have none. */
    static final String NO_SHARE = "";

    /** The shares with more jobs in a turn than one. */
    static final Map<String, Integer> WEIGHTS = Map.of("tenant-2", 2, "tenant-4", 4);

    /** The shares that are paused. */
    static final List<String> PAUSED = List.of("tenant-1", "tenant-2", "tenant-4");

    private static final List<String> SHARES =
            List.of(NO_SHARE, "tenant-1", "tenant-2", "tenant-4/0", "tenant-4/1", "tenant-4/2");

    /** The jobs of each sequence with such a number are in several shares. */
    private static final int SEVERAL = 10;

    private OrderWork() {}

    /** Returns the name of a sequence. */
    static String name(int sequence) {
        return "order:" + sequence;
    }

    /** Returns the share of a job of a sequence, or of a plain one. */
    static String share(int sequence, Random random) {
        boolean any = sequence == NO_SEQUENCE || sequence % SEVERAL == 0;
        return SHARES.get(any ? random.nextInt(SHARES.size()) : sequence % SHARES.size());
    }

    /** A job of a sequence and of a share. */
    @JobType(name = "step", queue = QUEUE, fairBy = "#payload.share")
    @InSequence("'order:' + #payload.sequence")
    record Step(int sequence, String share) {}

    /** A job that its sender may put into a sequence and a share. It is completed in the transaction of its handler. */
    @JobType(name = "written", queue = QUEUE)
    record Written(int sequence, String share) {}
}
